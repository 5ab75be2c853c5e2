"""Batches and PyTorch: tensors over the arrays of a batch, pinned memory, and a page's example."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed (horta[examples])")

from horta.core.errors import BadOption
from horta.envs.batch import Batch
from horta.envs.compact import pack
from horta.envs.memory import pinned

DATA = Path(__file__).parent.parent.parent / "docs" / "data.md"


def dealt(**given):
    batch = Batch("paris", 2, **given)
    batch.reset(seed=3)
    batch.step(batch.sample())
    return batch


def test_a_tensor_over_an_array_copies_nothing():
    batch = dealt()
    tensor = torch.from_dlpack(batch.observations)
    assert tensor.data_ptr() == batch.observations.ctypes.data
    packed = pack(batch.observations)
    rows = torch.repeat_interleave(torch.arange(2), torch.from_numpy(np.diff(packed.starts)))
    out = torch.zeros(2, packed.size)
    out[rows, torch.from_numpy(packed.places.astype(np.int64))] = torch.from_numpy(packed.values)
    assert torch.equal(out, tensor)


def test_pinned_memory_is_the_devices_or_refused_in_words():
    if torch.cuda.is_available():
        batch = dealt(allocate=pinned)
        tensor = torch.from_dlpack(batch.observations)
        assert tensor.is_pinned()
        assert torch.equal(tensor.to("cuda", non_blocking=True).cpu(), tensor)
    else:
        with pytest.raises(BadOption, match="pinned memory needs PyTorch and a device of CUDA"):
            dealt(allocate=pinned)


def test_pinned_memory_is_laid_out_as_any_other(monkeypatch):
    """Without a device: what PyTorch would pin is ordinary memory here, all else is the same."""
    plain, asked = torch.empty, []

    def empty(size, *, dtype, pin_memory):
        asked.append(pin_memory)
        return plain(size, dtype=dtype)

    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch, "empty", empty)
    batch, usual = dealt(allocate=pinned), dealt()
    assert asked
    assert all(asked)
    assert batch.observations.tobytes() == usual.observations.tobytes()
    assert batch.masks.tobytes() == usual.masks.tobytes()
    assert torch.from_dlpack(batch.observations).data_ptr() == batch.observations.ctypes.data


@pytest.mark.compiled
def test_the_page_about_data_learns(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    blocks = re.findall(r"```python\n(.*?)```", DATA.read_text("utf-8"), re.S)
    assert any("needs torch" in block for block in blocks)
    for block in blocks:
        exec(block, names)
