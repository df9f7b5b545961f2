use std::mem::MaybeUninit;

unsafe fn memory(bytes: &[u8], list: &mut Vec<u8>, at: usize) {
    // ruleid: rust-uninitialized-memory
    let a: u32 = std::mem::uninitialized();
    // ruleid: rust-uninitialized-memory
    let b: u32 = MaybeUninit::uninit().assume_init();
    // ok: rust-uninitialized-memory
    let c = u32::default();
    // ruleid: rust-unsafe-transmute
    let d: f32 = std::mem::transmute(c);
    // ok: rust-unsafe-transmute
    let e = f32::from_bits(c);
    // ruleid: rust-unchecked-utf8
    let f = std::str::from_utf8_unchecked(bytes);
    // ok: rust-unchecked-utf8
    let g = std::str::from_utf8(bytes);
    // ruleid: rust-out-of-bounds-unchecked-index
    let h = list.get_unchecked(at);
    // ok: rust-out-of-bounds-unchecked-index
    let i = list.get(at);
    // ruleid: rust-uninitialized-memory-set-len
    list.set_len(at);
    // ok: rust-uninitialized-memory-set-len
    list.resize(at, 0);
    // ruleid: rust-unchecked-raw-parts
    let j = std::slice::from_raw_parts(bytes.as_ptr(), at);
    // ok: rust-unchecked-raw-parts
    let k = bytes.get(..at);
}

fn empty(file: &std::fs::File) {
    // ok: rust-uninitialized-memory-set-len
    file.set_len(0).unwrap();
}
