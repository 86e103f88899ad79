// Macros of <windows.h> as mingw-w64 10.0.0 has them, in minwindef.h, rpcndr.h, basetyps.h, wingdi.h, winbase.h,
// winuser.h and winnt.h: those in small letters, and others whose names a library might use. Xlib.h has its own test.
#pragma once

#define near
#define far
#define pascal __stdcall
#define cdecl __cdecl
#define small char
#define hyper __int64
#define interface struct
#define min(a, b) (((a) < (b)) ? (a) : (b))
#define max(a, b) (((a) > (b)) ? (a) : (b))
#define environ (*_environ())
#define errno (*_errno())

#define IN
#define OUT
#define OPTIONAL
#define CONST const
#define VOID void
#define TRUE 1
#define FALSE 0
#define ERROR 0
#define NO_ERROR 0L
#define IGNORE 0
#define INFINITE 0xFFFFFFFF
#define DELETE (0x00010000L)
#define STRICT 1
#define PURE = 0
#define THIS void
#define ABSOLUTE 1
#define RELATIVE 2
#define TRANSPARENT 1
#define OPAQUE 2
#define DIFFERENCE 11

#define MemoryBarrier __faststorefence
#define MemoryFence _mm_mfence
#define StoreFence _mm_sfence
#define FastFence __faststorefence
#define BitScanForward _BitScanForward
#define BitScanReverse _BitScanReverse
#define BitTest _bittest
#define CopyMemory RtlCopyMemory
#define FillMemory RtlFillMemory
#define MoveMemory RtlMoveMemory
#define ZeroMemory RtlZeroMemory
#define Yield()
#define CreateEvent CreateEventW
#define CreateFile CreateFileW
#define CreateMutex CreateMutexW
#define CreateSemaphore CreateSemaphoreW
#define CreateWindow CreateWindowW
#define DeviceCapabilities DeviceCapabilitiesW
#define DocumentEvent DocumentEventW
#define DrawState DrawStateW
#define DrawText DrawTextW
#define FindResource FindResourceW
#define FormatMessage FormatMessageW
#define GetCommandLine GetCommandLineW
#define GetCurrentTime() GetTickCount()
#define GetMessage GetMessageW
#define GetObject GetObjectW
#define LoadImage LoadImageW
#define LoadLibrary LoadLibraryW
#define MessageBox MessageBoxW
#define PlaySound PlaySoundW
#define ReportEvent ReportEventW
#define SearchPath SearchPathW
#define SendMessage SendMessageW
#define StartDoc StartDocW
#define TextOut TextOutW
