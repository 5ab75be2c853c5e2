"""Templates, quickly: Jinja as it is, without what it does again for every value that it fills in.

Three things take a good part of the time in which a drawing is filled in: the failed look for an
attribute before every item of a dictionary, a `Markup` object around every number and word that is
only joined to the next one, and the question whether a macro wants the context. What comes out is
the same, sign for sign.
"""

from __future__ import annotations

from collections.abc import Callable
from types import MethodType
from typing import Any

from jinja2 import Environment
from jinja2.compiler import CodeGenerator, Frame
from jinja2.nodes import Expr
from jinja2.runtime import Context, Macro
from markupsafe import Markup, escape

_escaped: Callable[[str], str]
try:
    from markupsafe._speedups import _escape_inner as _escaped
except ImportError:  # the public function does the same with more ado
    _escaped = escape

_NOTHING = object()
_PASSES = "jinja_pass_arg"
"""How Jinja marks a function that wants the context."""


def written(value: Any) -> str:
    """Return a value as it is filled in: escaped, unless it is markup already."""
    kind = type(value)
    if kind is str:
        return _escaped(value)
    if kind is int or kind is float:
        return str(value)
    return value if kind is Markup else escape(value)


class _Quick(CodeGenerator):
    """Writes the code of templates."""

    def _output_child_pre(self, node: Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape or finalize.src is not None:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("environment.written(")


class _QuickContext(Context):
    """Calls what templates call."""

    def call(self, called: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """Call a macro or a method; Jinja looks at everything else before."""
        if type(called) is Macro:
            kwargs.pop("_block_vars", None)
            kwargs.pop("_loop_vars", None)
            return called(self.eval_ctx, *args, **kwargs)
        if type(called) is MethodType and not hasattr(called, _PASSES):
            kwargs.pop("_block_vars", None)
            kwargs.pop("_loop_vars", None)
            return called(*args, **kwargs)
        return super().call(called, *args, **kwargs)


class Templates(Environment):
    """The environment of the house's templates."""

    code_generator_class = _Quick
    context_class = _QuickContext
    written = staticmethod(written)

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Return `obj.attribute`: of a dictionary its item, if it has one of this name."""
        if isinstance(obj, dict):
            found = obj.get(attribute, _NOTHING)
            if found is not _NOTHING:
                return found
        return super().getattr(obj, attribute)
