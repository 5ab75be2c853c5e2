"""Study: branches, chapters and puzzles over positions and games, without the web.

tree = Tree.from_match(horta.replay(transcript), step=34)
node = tree.play(0, "take b1")     # a branch; the rules play it
tree.match(node.id)                # the match that stands there
"""

from horta.study.notes import Arrow, Mark
from horta.study.tree import Node, Root, Tree

__all__ = ["Arrow", "Mark", "Node", "Root", "Tree"]
