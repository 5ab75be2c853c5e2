"""Study: branches, chapters and puzzles over positions and games, without the web.

```python
tree = Tree.from_match(horta.replay(transcript), step=34)
node = tree.play(0, "take b1")     # a branch; the rules play it
tree.match(node.id)                # the match that stands there

study = Study("A beginning", lang="en")
study.add(tree, "After the first sale", text=("Why not at once?",))
study.save("beginning.study.json"); Study.load("beginning.study.json")
```
"""

from horta.study.notes import Arrow, Mark
from horta.study.puzzle import Puzzle, Solution
from horta.study.study import Chapter, Study
from horta.study.tree import Node, Root, Tree

__all__ = ["Arrow", "Chapter", "Mark", "Node", "Puzzle", "Root", "Solution", "Study", "Tree"]
