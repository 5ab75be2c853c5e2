"""People: whoever wants keeps a person, who is known on several devices; all others are guests."""
