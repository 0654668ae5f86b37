"""Fills a gap of Wine 10, whose C library only names functions of complex numbers that numpy calls when it is loaded. `make wine-test`
puts this file beside the packages of its CPython as ``sitecustomize``, so that every process reads it before it loads numpy."""

import ctypes

# What is called gets a float complex in rcx, the others by reference; the part that they return is in xmm0.
MACHINE_CODE = {
    "crealf": "66 0F 6E C1  C3",  # movd xmm0, ecx; ret
    "cimagf": "48 C1 E9 20  66 0F 6E C1  C3",  # shr rcx, 32; movd xmm0, ecx; ret
    "creal": "F2 0F 10 01  C3",  # movsd xmm0, [rcx]; ret
    "cimag": "F2 0F 10 41 08  C3",  # movsd xmm0, [rcx + 8]; ret
}
PAGE_EXECUTE_READWRITE = 0x40

library = ctypes.CDLL("ucrtbase")
kernel = ctypes.WinDLL("kernel32")  # type: ignore[attr-defined]  # of Windows only
for name, code in MACHINE_CODE.items():
    stub = ctypes.cast(getattr(library, name), ctypes.c_void_p)
    written = bytes.fromhex(code)
    before = ctypes.c_ulong()
    if not kernel.VirtualProtect(stub, ctypes.c_size_t(len(written)), PAGE_EXECUTE_READWRITE, ctypes.byref(before)):
        raise OSError(f"{name} of ucrtbase cannot be written")
    ctypes.memmove(stub, written, len(written))
