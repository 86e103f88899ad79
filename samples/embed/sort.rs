// Uses vksort from Rust by extern "C", without crates: sorts keys, and writes the index of each. For 64-bit systems.
//   rustc --edition 2021 sort.rs -L DIRECTORY_OF_LIBVKSORT -l vksort -l stdc++ -l vulkan
// The device must support VK_KHR_push_descriptor.
#![allow(non_snake_case)]
use std::{ffi::CStr, os::raw::c_char, ptr::addr_of};

// C structs, in which zeros are the defaults. Handles and pointers are usize.
macro_rules! structs {
    ($($name:ident { $($member:ident: $kind:ty),* })*) => {
        $(#[repr(C)] #[derive(Default, Clone, Copy)] struct $name { $($member: $kind),* })*
    };
}
structs! { // from vksort.h; enumerations are 32-bit integers
    Device { proc_addr: usize, instance: usize, physical: usize, device: usize, api: u32, features: u32, cache: usize,
             allocator: usize, log: usize }
    SorterInfo { device: Device, key_bits: u32, payload: u32, ties: u32, scratch: u32, max_count: u32,
                 discard_keys: bool, creation: usize }
    Range { buffer: usize, offset: u64, size: u64 }
    SortInfo { keys: Range, payload: Range, first: u32, count: u32, key_type: u32, order: u32, nan_rule: u32,
               significant_bits: [u32; 2], scratch: Range, set: usize, timestamps: usize }
    Status { argument: u32, fault: u32, limit: u64, given: u64, strings: [usize; 4] }
}
structs! { // from vulkan_core.h
    App { kind: u32, next: usize, name: usize, version: u32, engine: usize, engine_version: u32, api: u32 }
    InstanceInfo { kind: u32, next: usize, flags: u32, app: usize, layers: [usize; 2], extensions: [usize; 2] }
    Family { flags: u32, others: [u32; 5] }
    QueueInfo { kind: u32, next: usize, flags: u32, family: u32, count: u32, priorities: usize }
    DeviceInfo { kind: u32, next: usize, flags: u32, queues: u32, queue: usize, layers: [usize; 2], extensions: u32,
                 extension: usize, enabled: usize }
    BufferInfo { kind: u32, next: usize, flags: u32, size: u64, usage: u32, sharing: u32, families: [usize; 2] }
    Needs { size: u64, alignment: u64, types: u32 }
    MemoryInfo { kind: u32, next: usize, size: u64, memory_type: u32 }
    PoolInfo { kind: u32, next: usize, flags: u32, family: u32 }
    CommandsInfo { kind: u32, next: usize, pool: usize, level: u32, count: u32 }
    BeginInfo { kind: u32, next: usize, flags: u32, inheritance: usize }
    Barrier { kind: u32, next: usize, source: u32, target: u32 }
    Submit { kind: u32, next: usize, waits: [usize; 3], count: u32, commands: usize, signals: [usize; 2] }
}

extern "C" {
    fn vksortCreateSorter(version: u32, info: *const SorterInfo, out: *mut usize, reason: *mut *const c_char) -> i32;
    fn vksortDestroySorter(sorter: usize);
    fn vksortRecord(sorter: usize, cmd: usize, info: *const SortInfo) -> Status;
    fn vksortDescribe(status: *const Status, text: *mut c_char, size: usize) -> *const c_char;

    fn vkGetInstanceProcAddr(instance: usize, name: *const c_char) -> usize;
    fn vkCreateInstance(info: *const InstanceInfo, allocator: usize, out: *mut usize) -> i32;
    fn vkEnumeratePhysicalDevices(instance: usize, count: *mut u32, out: *mut usize) -> i32;
    fn vkGetPhysicalDeviceQueueFamilyProperties(physical: usize, count: *mut u32, out: *mut Family);
    fn vkGetPhysicalDeviceMemoryProperties(physical: usize, out: *mut u32);
    fn vkCreateDevice(physical: usize, info: *const DeviceInfo, allocator: usize, out: *mut usize) -> i32;
    fn vkGetDeviceQueue(device: usize, family: u32, index: u32, out: *mut usize);
    fn vkCreateBuffer(device: usize, info: *const BufferInfo, allocator: usize, out: *mut usize) -> i32;
    fn vkGetBufferMemoryRequirements(device: usize, buffer: usize, out: *mut Needs);
    fn vkAllocateMemory(device: usize, info: *const MemoryInfo, allocator: usize, out: *mut usize) -> i32;
    fn vkBindBufferMemory(device: usize, buffer: usize, memory: usize, offset: u64) -> i32;
    fn vkMapMemory(device: usize, memory: usize, offset: u64, size: u64, flags: u32, out: *mut *mut u32) -> i32;
    fn vkCreateCommandPool(device: usize, info: *const PoolInfo, allocator: usize, out: *mut usize) -> i32;
    fn vkAllocateCommandBuffers(device: usize, info: *const CommandsInfo, out: *mut usize) -> i32;
    fn vkBeginCommandBuffer(cmd: usize, info: *const BeginInfo) -> i32;
    fn vkEndCommandBuffer(cmd: usize) -> i32;
    fn vkCmdPipelineBarrier(cmd: usize, from: u32, to: u32, flags: u32, count: u32, barrier: *const Barrier,
                            buffers: u32, buffer: usize, images: u32, image: usize);
    fn vkQueueSubmit(queue: usize, count: u32, submit: *const Submit, fence: usize) -> i32;
    fn vkQueueWaitIdle(queue: usize) -> i32;
}

const VERSION: u32 = 100; // VKSORT_VERSION
const STAGES: u32 = 0x802; // VKSORT_STAGES
const ACCESS: u32 = 0x61; // VKSORT_ACCESS
const API: u32 = 1 << 22 | 1 << 12; // Vulkan 1.1
const COUNT: usize = 4096;
const BYTES: u64 = 4 * COUNT as u64;

// Returns the handle that `call` writes. Panics if it fails.
fn made(what: &str, call: impl FnOnce(&mut usize) -> i32) -> usize {
    let mut handle = 0;
    assert_eq!(call(&mut handle), 0, "{what}");
    handle
}

unsafe fn text(message: *const c_char) -> String {
    CStr::from_ptr(message).to_string_lossy().into_owned()
}

fn main() {
    unsafe { sort() }
}

unsafe fn sort() {
    let app = App { api: API, ..Default::default() };
    let instance_info = InstanceInfo { kind: 1, app: addr_of!(app) as usize, ..Default::default() };
    let instance = made("vkCreateInstance", |out| vkCreateInstance(&instance_info, 0, out));
    let (mut devices, mut physical) = (1, 0);
    vkEnumeratePhysicalDevices(instance, &mut devices, &mut physical);
    assert_eq!(devices, 1, "no Vulkan driver is installed");
    let (mut count, mut families) = (16, [Family::default(); 16]);
    vkGetPhysicalDeviceQueueFamilyProperties(physical, &mut count, families.as_mut_ptr());
    let family = families.iter().position(|each| each.flags & 2 != 0).expect("a family that computes") as u32;
    let (priority, extension) = (1f32, b"VK_KHR_push_descriptor\0".as_ptr());
    let queues = QueueInfo { kind: 2, family, count: 1, priorities: addr_of!(priority) as usize, ..Default::default() };
    let device_info = DeviceInfo { kind: 3, queues: 1, queue: addr_of!(queues) as usize, extensions: 1,
                                   extension: addr_of!(extension) as usize, ..Default::default() };
    let device = made("vkCreateDevice", |out| vkCreateDevice(physical, &device_info, 0, out));

    // A buffer for the keys, followed by the indices. Vulkan guarantees that this memory type exists.
    let buffer_info = BufferInfo { kind: 12, size: 2 * BYTES, usage: 0x20, ..Default::default() }; // a storage buffer
    let buffer = made("vkCreateBuffer", |out| vkCreateBuffer(device, &buffer_info, 0, out));
    let (mut needs, mut types) = (Needs::default(), [0u32; 256]); // a count, and {flags, heap} of each type
    vkGetBufferMemoryRequirements(device, buffer, &mut needs);
    vkGetPhysicalDeviceMemoryProperties(physical, types.as_mut_ptr());
    let fits = |i: &u32| needs.types >> i & 1 != 0 && types[1 + 2 * *i as usize] & 6 == 6;
    let memory_type = (0..types[0]).find(fits).expect("coherent memory");
    let memory_info = MemoryInfo { kind: 5, size: needs.size, memory_type, ..Default::default() };
    let memory = made("vkAllocateMemory", |out| vkAllocateMemory(device, &memory_info, 0, out));
    assert_eq!(vkBindBufferMemory(device, buffer, memory, 0), 0);
    let mut mapped = std::ptr::null_mut();
    assert_eq!(vkMapMemory(device, memory, 0, 2 * BYTES, 0, &mut mapped), 0);
    let before: Vec<u32> = (0..COUNT as u32).map(|i| i.wrapping_mul(2654435761)).collect();
    mapped.copy_from_nonoverlapping(before.as_ptr(), COUNT);

    // Once. The other members are zero, which is their default.
    let (features, mut reason) = (1, std::ptr::null()); // VKSORT_PUSH_DESCRIPTOR
    let proc_addr = vkGetInstanceProcAddr as *const () as usize;
    let vksort_device = Device { proc_addr, instance, physical, device, api: API, features, ..Default::default() };
    let info = SorterInfo { device: vksort_device, max_count: COUNT as u32, ..Default::default() };
    let mut sorter = 0;
    let result = vksortCreateSorter(VERSION, &info, &mut sorter, &mut reason);
    assert_eq!(result, 0, "{}", text(reason));

    // Each frame. The submission makes earlier writes by the CPU visible to the sort.
    let pool_info = PoolInfo { kind: 39, family, ..Default::default() };
    let pool = made("vkCreateCommandPool", |out| vkCreateCommandPool(device, &pool_info, 0, out));
    let commands = CommandsInfo { kind: 40, pool, count: 1, ..Default::default() };
    let cmd = made("vkAllocateCommandBuffers", |out| vkAllocateCommandBuffers(device, &commands, out));
    assert_eq!(vkBeginCommandBuffer(cmd, &BeginInfo { kind: 42, ..Default::default() }), 0);
    let sort = SortInfo {
        keys: Range { buffer, offset: 0, size: BYTES },
        payload: Range { buffer, offset: BYTES, size: BYTES },
        count: COUNT as u32,
        order: 1, // VKSORT_ORDER_DESCENDING
        ..Default::default()
    };
    let status = vksortRecord(sorter, cmd, &sort);
    assert_eq!(status.fault, 0, "{}", text(vksortDescribe(&status, [0; 256].as_mut_ptr(), 256)));
    let barrier = Barrier { kind: 46, source: ACCESS, target: 0x2000, ..Default::default() }; // for the CPU
    vkCmdPipelineBarrier(cmd, STAGES, 0x4000, 0, 1, &barrier, 0, 0, 0, 0);
    assert_eq!(vkEndCommandBuffer(cmd), 0);
    let mut queue = 0;
    vkGetDeviceQueue(device, family, 0, &mut queue);
    let submit = Submit { kind: 4, count: 1, commands: addr_of!(cmd) as usize, ..Default::default() };
    assert_eq!(vkQueueSubmit(queue, 1, &submit, 0), 0);
    assert_eq!(vkQueueWaitIdle(queue), 0);

    let words = std::slice::from_raw_parts(mapped, 2 * COUNT);
    let (keys, indices) = words.split_at(COUNT);
    assert!(keys.windows(2).all(|pair| pair[0] > pair[1]), "WRONG ORDER");
    assert!((0..COUNT).all(|i| before[indices[i] as usize] == keys[i]), "WRONG INDEX");
    println!("sort.rs: {COUNT} keys with their indices: sorted");
    vksortDestroySorter(sorter); // the process frees the rest
}
