"""How rules are compiled: inner rules are only translated, and optimised once, in what calls them.

Numba optimises every function on its own, and again in each function that it becomes a part of: a
rule five calls deep six times. Nobody calls an inner rule but other rules. So here an inner
rule is translated to LLVM's language and left at that; what has an address (an entry of an engine,
a loop) gathers all that it reaches, tells LLVM that nobody else needs it, and is optimised once.

This leans on parts of Numba that it does not promise to keep. Where one is missing, everything is
compiled in Numba's own way, which takes longer and gives the same results.
"""

from __future__ import annotations

import functools
from typing import Any, NamedTuple


class Compilers(NamedTuple):
    """Numba's compilers (`pipeline_class`): for rules that rules call, entries, and the rest."""

    inner: Any = None
    outer: Any = None
    entry: Any = None


@functools.cache
def compilers() -> Compilers:
    """Return the compilers of rules."""
    try:
        return _compilers()
    except (ImportError, AttributeError, TypeError):
        return Compilers()


def gathers() -> bool:
    """Tell whether rules are compiled in this way, and not in Numba's own."""
    return compilers().inner is not None


def _compilers() -> Compilers:
    from numba.core.compiler_machinery import register_pass
    from numba.core.environment import lookup_environment
    from numba.core.typed_passes import NativeLowering

    inner_library, outer_library = _libraries()
    translate = _translator()

    @register_pass(mutates_CFG=True, analysis_only=False)
    class InnerLowering(NativeLowering):  # type: ignore[misc]
        """Translates a rule, and makes it known to those that call it."""

        _name = "horta_inner_lowering"
        lowering_class = translate

        def run_pass(self, state: Any) -> bool:
            state.library = inner_library(state.targetctx.codegen(), state.func_id.func_qualname)
            state.flags.no_compile = True
            super().run_pass(state)
            # Numba knows a function by what would be called from Python, which is a built-in
            # method, and another one for each: one that answers every call with an error.
            nowhere = list[Any]().index
            lowered = state["cr"]
            state.targetctx.insert_user_function(nowhere, lowered.fndesc, [state.library])
            state.reload_init.extend(state.library._reload_init)
            state["cr"] = lowered._replace(cfunc=nowhere)
            return True

    @register_pass(mutates_CFG=True, analysis_only=False)
    class OuterLowering(NativeLowering):  # type: ignore[misc]
        """Compiles a function with all that it reaches."""

        _name = "horta_outer_lowering"

        def run_pass(self, state: Any) -> bool:
            codegen = state.targetctx.codegen()
            state.library = outer_library(codegen, state.func_id.func_qualname)
            state.library.enable_object_caching()
            super().run_pass(state)
            # The inner rules' own, which Numba would have set when it compiled them.
            for variable in state.library._final_module.global_variables:
                if variable.name.startswith("_ZN08NumbaEnv"):
                    environment = lookup_environment(variable.name)
                    if environment is not None:
                        codegen.set_env(variable.name, environment)
            return True

    outer = _compiler(OuterLowering)
    return Compilers(_compiler(InnerLowering), outer, _apart(outer))


def _compiler(lowering: Any) -> Any:
    from numba.core.compiler import CompilerBase, DefaultPassBuilder
    from numba.core.typed_passes import NativeLowering

    class RuleCompiler(CompilerBase):  # type: ignore[misc]
        """Numba's compiler with another last step."""

        def define_pipelines(self) -> list[Any]:
            passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
            found = [each for each, _ in passes.passes]
            if NativeLowering in found:  # otherwise in Numba's own way, one by one
                passes.passes[found.index(NativeLowering)] = (lowering, "rule lowering")
                passes.finalize()
            return [passes]

    return RuleCompiler


def _apart(compiler: Any) -> Any:
    from numba.core.compiler import Flags

    assert Flags.noalias is not None  # otherwise in Numba's own way

    class EntryCompiler(compiler):  # type: ignore[misc]
        """Is told that the arrays that a function is given do not overlap."""

        def define_pipelines(self) -> list[Any]:
            self.state.flags.noalias = True
            pipelines: list[Any] = super().define_pipelines()
            return pipelines

    return EntryCompiler


def _translator() -> Any:
    from numba.core.lowering import Lower

    class Translate(Lower):  # type: ignore[misc]
        """Translates a function that is called by compiled functions alone."""

        def create_cpython_wrapper(self, release_gil: bool = False) -> None:
            """Leave it out."""

        def create_cfunc_wrapper(self) -> None:
            """Leave it out."""

    return Translate


def _libraries() -> tuple[Any, Any]:
    from llvmlite.binding import Linkage
    from numba.core.codegen import JITCodeLibrary

    class InnerLibrary(JITCodeLibrary):  # type: ignore[misc]
        """The translation of an inner rule, never compiled on its own."""

        is_inner = True
        _shared_module: Any = None

        def finalize(self) -> None:
            self._raise_if_finalized()
            self._finalized = True

        def _get_module_for_linking(self) -> Any:
            # For a function that was compiled in Numba's own way, by somebody else.
            if self._shared_module is None:
                whole = self._final_module.clone()
                _gather(whole, _reached(self))
                for function in whole.functions:
                    if not function.is_declaration and function.linkage == Linkage.external:
                        function.linkage = Linkage.linkonce_odr
                self._shared_module = whole
            return self._shared_module

    class OuterLibrary(JITCodeLibrary):  # type: ignore[misc]
        """A function with an address, and all that it reaches."""

        _inner: frozenset[str] = frozenset()

        def finalize(self) -> None:
            own = {each.name for each in self._final_module.functions if not each.is_declaration}
            reached = _reached(self)
            _gather(self._final_module, reached)
            for library in reached:
                self._reload_init.update(library._reload_init)
            found = {each.name for each in self._final_module.functions if not each.is_declaration}
            self._inner = frozenset(found - own)
            self._linking_libraries: list[Any] = []
            super().finalize()

        def _optimize_final_module(self) -> None:
            for name in self._inner:
                self._final_module.get_function(name).linkage = Linkage.internal
            super()._optimize_final_module()

    for name in ("_get_module_for_linking", "_optimize_final_module", "_raise_if_finalized"):
        getattr(JITCodeLibrary, name)
    return InnerLibrary, OuterLibrary


def _is_inner(library: Any) -> bool:
    return getattr(library, "is_inner", False)


def _gather(module: Any, libraries: list[Any]) -> None:
    """Link libraries into a module.

    Inner rules come first, and as they are: what Numba marks as shared, LLVM leaves out unless
    something needs it at that moment, and a caller may come later.
    """
    for library in libraries:
        if _is_inner(library):
            module.link_in(library._final_module, preserve=True)
    for library in libraries:
        if not _is_inner(library):
            module.link_in(library._get_module_for_linking(), preserve=True)


def _reached(start: Any) -> list[Any]:
    """Return the libraries that one needs, directly or through inner rules."""
    found: dict[Any, None] = {}
    waiting = list(reversed(start._linking_libraries))
    while waiting:
        library = waiting.pop()
        if library not in found:
            found[library] = None
            if _is_inner(library):
                waiting.extend(reversed(library._linking_libraries))
    found.pop(start, None)
    return list(found)
