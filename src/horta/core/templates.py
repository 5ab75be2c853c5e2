"""Templates, quickly: Jinja as it is, without what it does again for every value that it fills in.

Four things take a good part of the time in which a drawing is filled in: the failed look for an
attribute before every item of a dictionary, a `Markup` object around every number and word that is
only joined to the next one, the escaping of numbers, and the question whether a macro wants the
context. What comes out is the same, sign for sign.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MethodType
from typing import Any, TypeVar

from jinja2 import Environment, Template
from jinja2.compiler import CodeGenerator, Frame
from jinja2.nodes import Add, Const, Expr, Filter, Sub
from jinja2.runtime import Context, Macro
from jinja2.utils import missing
from markupsafe import Markup, escape

from horta.core.i18n import Catalogue

T = TypeVar("T")

_escaped: Callable[[str], str]
try:
    from markupsafe._speedups import _escape_inner as _escaped
except ImportError:  # the public function does the same with more ado
    _escaped = escape

NUMBER = "n"
"""The filter that writes a number (`drawing.number`): there is nothing in it to escape."""
_PASSES = "jinja_pass_arg"
"""How Jinja marks a function that wants the context."""


_PLAIN: set[type] = {Catalogue}
"""Classes whose objects can be called and want nothing but what the template gives them."""


def called_plainly(kind: type[T]) -> type[T]:
    """Say of a class that its objects are called as they are."""
    _PLAIN.add(kind)
    return kind


def written(value: Any) -> str:
    """Return a value as it is filled in: escaped, unless it is markup already."""
    kind = type(value)
    if kind is str:
        return _escaped(value)
    if kind is int or kind is float:
        return str(value)
    return value if kind is Markup else escape(value)


def _counts(node: Expr) -> bool:
    """Tell whether an expression is a number: a sum with a number in it.

    A product may be a text that is repeated.
    """
    if isinstance(node, Const):
        return type(node.value) in (int, float)
    return isinstance(node, (Add, Sub)) and (_counts(node.left) or _counts(node.right))


class _Quick(CodeGenerator):
    """Writes the code of templates."""

    def _output_child_pre(self, node: Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape or finalize.src is not None:
            super()._output_child_pre(node, frame, finalize)
        elif isinstance(node, Filter) and node.name == NUMBER:
            self.write("(")
        elif _counts(node):
            self.write("str(")
        else:
            self.write("environment.written(")


class _QuickContext(Context):
    """Calls what templates call."""

    def call(self, called: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """Call a macro or a method; Jinja looks at everything else before."""
        if type(called) is Macro:
            if kwargs:
                kwargs.pop("_block_vars", None)
                kwargs.pop("_loop_vars", None)
            left = called._argument_count - len(args)
            takes_more = called.caller or called.catch_kwargs or called.catch_varargs
            if kwargs or left < 0 or takes_more or not self.eval_ctx.autoescape:
                return called(self.eval_ctx, *args, **kwargs)
            # As `Macro` would: what is not given is missing, and what comes out is markup.
            said = called._func(*args, *[missing] * left) if left else called._func(*args)
            return str.__new__(Markup, said)
        kind = type(called)
        if kind in _PLAIN or (kind is MethodType and not hasattr(called, _PASSES)):
            kwargs.pop("_block_vars", None)
            kwargs.pop("_loop_vars", None)
            return called(*args, **kwargs)
        return super().call(called, *args, **kwargs)


def context_of(template: Template, values: Mapping[str, Any]) -> Context:
    """Return what a template is filled in from; Jinja goes through all globals one by one here."""
    made = template.environment
    return made.context_class(made, {**made.globals, **values}, template.name, template.blocks)


def let_go(context: Context) -> None:
    """Take the macros that a template has defined apart, when it is filled in.

    They know each other, and all that the template was filled in from: a circle, which only a
    search for garbage would free. One for each drawing made most of what there was to search.
    """
    for name in context.exported_vars:  # and not those of other templates, which are shared
        if type(made := context.vars.get(name)) is Macro:
            made._func = _gone


def _gone(*_: object) -> str:
    raise TypeError("this template is filled in already")


class Templates(Environment):
    """The environment of the house's templates."""

    code_generator_class = _Quick
    context_class = _QuickContext
    written = staticmethod(written)

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Return `obj.attribute`: of a dictionary its item, if it has one of this name."""
        if isinstance(obj, dict):
            try:
                return obj[attribute]
            except KeyError:
                return super().getattr(obj, attribute)
        try:
            return getattr(obj, attribute)
        except AttributeError:
            return super().getattr(obj, attribute)
