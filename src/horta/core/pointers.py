"""Rules as arguments of compiled loops: Numba's function type, with its addresses at hand.

Numba asks a function for its addresses whenever a loop is called with it: it unpickles the
signature and looks for the compiled code, 3 µs for each rule. Here a rule carries both addresses
(`locate`), and a loop reads them.

Imported only where something is compiled, since it needs Numba.
"""

from __future__ import annotations

from typing import Any

from numba.core import cgutils, types
from numba.experimental.function_type import FunctionModel
from numba.extending import NativeValue, register_model, unbox

ADDRESSES = {"c_addr": "horta_c_address", "jit_addr": "horta_jit_address"}
"""The fields of Numba's function type, and the attributes of a rule that fill them."""


class PointerType(types.FunctionType):
    """The type of a rule that carries its addresses."""


register_model(PointerType)(FunctionModel)


@unbox(PointerType)  # type: ignore[untyped-decorator]
def _read(kind: Any, rule: Any, c: Any) -> Any:
    pointer = cgutils.create_struct_proxy(kind)(c.context, c.builder)
    for field, name in ADDRESSES.items():
        number = c.pyapi.object_getattr_string(rule, name)
        setattr(pointer, field, c.pyapi.long_as_voidptr(number))
        c.pyapi.decref(number)
    pointer.py_addr = c.builder.ptrtoint(rule, c.context.get_value_type(types.voidptr))
    return NativeValue(pointer._getvalue())


def locate(dispatcher: Any) -> None:
    """Look the addresses of a compiled rule up, once."""
    (result,) = dispatcher.overloads.values()
    names = (result.fndesc.llvm_cfunc_wrapper_name, result.fndesc.llvm_func_name)
    for attribute, name in zip(ADDRESSES.values(), names, strict=True):
        setattr(dispatcher, attribute, int(result.library.get_pointer_to_function(name)))
