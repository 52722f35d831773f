//! The system's allocator, with one line and exit code 3 instead of an abort when it has no more.
//!
//! This is the only unsafe code of ours. Each function hands its arguments to the system's
//! allocator unchanged and returns what that returns, so it keeps the contract of [`GlobalAlloc`]
//! because the system's allocator does. Nobody sees a refusal: the program ends first.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, Ordering};

struct Reporting;

#[global_allocator]
static ALLOCATOR: Reporting = Reporting;

/// Whether a refusal is being reported; one that comes while it is ends the program without words.
static IS_REPORTING: AtomicBool = AtomicBool::new(false);

unsafe impl GlobalAlloc for Reporting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promises are the ones the system's allocator asks for; so for all
        // below.
        given(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        given(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as above.
        given(unsafe { System.realloc(place, layout, size) }, size)
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(place, layout) }
    }
}

/// What was given, unless it was refused.
#[inline(always)]
fn given(place: *mut u8, bytes: usize) -> *mut u8 {
    if place.is_null() {
        refused(bytes);
    }
    place
}

#[cold]
fn refused(bytes: usize) -> ! {
    if IS_REPORTING.swap(true, Ordering::Relaxed) {
        std::process::exit(kumiki_host::guard::STOPPED.into());
    }
    kumiki_host::guard::out_of_memory(bytes)
}
