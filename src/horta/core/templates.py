"""Templates, quickly: Jinja as it is, without what it does again for every value that it fills in.

What takes a good part of the time in which a drawing is filled in: the failed look for an attribute
before every item of a dictionary, a `Markup` object around every number and word that is only
joined to the next one, the escaping of numbers and of words that stand in the template, the
question whether a macro wants the context, a macro made for every part and region, and macros that
are given the same again. What comes out is the same, sign for sign.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from types import MethodType
from typing import Any, TypeVar

from jinja2 import Environment, Template
from jinja2.compiler import CodeGenerator, Frame
from jinja2.nodes import (
    Add,
    Call,
    CallBlock,
    CondExpr,
    Const,
    Expr,
    ExtensionAttribute,
    Filter,
    FromImport,
    Getattr,
    Import,
    Name,
    Sub,
)
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
    """Writes the code of templates; Jinja names the methods by what it writes."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._imported: set[str] = set()
        self._filled_in: Expr | None = None  # a choice that is filled in, not reckoned with

    def _output_child_pre(self, node: Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape or finalize.src is not None:
            super()._output_child_pre(node, frame, finalize)
        elif isinstance(node, Filter) and node.name == NUMBER:
            self.write("(")
        elif isinstance(node, CondExpr):
            self._filled_in = node
            self.write("(")
        elif _counts(node):
            self.write("str(")
        else:
            self.write("environment.written(")

    def visit_CondExpr(self, node: CondExpr, frame: Frame) -> None:  # noqa: N802
        """Write a choice; where it is filled in, each side is, and what is not there is nothing."""
        if node is not self._filled_in:
            super().visit_CondExpr(node, frame)
            return
        self._filled_in, finalize = None, self._make_finalize()
        frame = frame.soft()
        for before, side in (("", node.expr1), (" else ", node.expr2 or Const(""))):
            self.write(before)
            if isinstance(side, Const) and isinstance(side.value, str):
                self.write(repr(str(escape(side.value))))
            else:
                self._output_child_pre(side, frame, finalize)
                self.visit(side, frame)
                self._output_child_post(side, frame, finalize)
            if not before:
                self.write(" if ")
                self.visit(node.test, frame)

    def visit_CallBlock(self, node: CallBlock, frame: Frame) -> None:  # noqa: N802
        """Write a part or a region: what is inside is given as a plain function, not as a macro."""
        called = node.call
        if not isinstance(called.node, ExtensionAttribute) or called.kwargs:
            super().visit_CallBlock(node, frame)
            return
        self.macro_body(node, frame)
        self.start_write(frame, node)
        self.visit(called.node, frame)
        self.write("(")
        for value in called.args:
            self.visit(value, frame)
            self.write(", ")
        self.write("macro)")
        self.end_write(frame)

    def _import_common(self, node: Import | FromImport, frame: Frame) -> None:
        if node.with_context or not isinstance(node.template, Const):
            super()._import_common(node, frame)
        else:
            self.write(f"environment.module_of({node.template.value!r})")

    def visit_Import(self, node: Import, frame: Frame) -> None:  # noqa: N802
        """Remember which templates are imported: their macros know nothing of what is filled in."""
        if not node.with_context:
            self._imported.add(node.target)
        super().visit_Import(node, frame)

    def visit_Call(  # noqa: N802
        self, node: Call, frame: Frame, forward_caller: bool = False
    ) -> None:
        """Write a call; what a macro of another template gives is kept by what it is given."""
        macro = node.node
        if (
            forward_caller
            or (node.kwargs or node.dyn_args or node.dyn_kwargs)
            or not (isinstance(macro, Getattr) and isinstance(macro.node, Name))
            or macro.node.name not in self._imported
        ):
            super().visit_Call(node, frame, forward_caller=forward_caller)
            return
        self.write("context.kept(")
        self.visit(macro, frame)
        for value in node.args:
            self.write(", ")
            self.visit(value, frame)
        self.write(")")

    def visit_Getattr(self, node: Getattr, frame: Frame) -> None:  # noqa: N802
        """Write an attribute; a loop has its own as any object."""
        if isinstance(node.node, Name) and node.node.name == "loop":
            self.visit(node.node, frame)
            self.write(f".{node.attr}")
        else:
            super().visit_Getattr(node, frame)


SCALARS = frozenset((int, float, str, bool, type(None)))
KEPT = 4096
"""What macros gave that is kept: they draw signs, tokens and frames, some hundred signs each."""


@functools.lru_cache(maxsize=KEPT, typed=True)
def _given(called: Macro, *args: Any) -> str:
    return called(*args)


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

    def kept(self, called: Callable[..., Any], *args: Any) -> Any:
        """Call a macro of another template, unless it was given the same plain values before."""
        if (
            type(called) is Macro
            and self.eval_ctx.autoescape
            and SCALARS.issuperset(map(type, args))
        ):
            return _given(called, *args)
        return self.call(called, *args)


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

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self._modules: dict[str, Any] = {}

    def module_of(self, name: str) -> Any:
        """Return what a template defines that is imported: its macros."""
        found = self._modules.get(name)
        if found is None or self.auto_reload:
            found = self._modules[name] = self.get_template(name).module
        return found

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
