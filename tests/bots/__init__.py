"""The proof of the bots: what they cannot know does not move them, what they should see does."""
