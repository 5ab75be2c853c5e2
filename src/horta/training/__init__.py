"""Training networks that play: self-play, learning, checks and a report (extra `horta[train]`).

Only this package needs PyTorch. What it writes, an .npz file of weights, is played by
`horta.bots.net` without it.
"""
