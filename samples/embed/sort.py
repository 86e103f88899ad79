#!/usr/bin/env python3
"""Uses vksort from Python with ctypes: sorts keys, and writes the index of each key. For 64-bit systems.
usage: sort.py [libvksort.so]    a build with BUILD_SHARED_LIBS; the device must support VK_KHR_push_descriptor"""
import ctypes as c, random, sys

vk = c.CDLL("libvulkan.so.1")
vksort = c.CDLL(sys.argv[1] if len(sys.argv) > 1 else "libvksort.so")
KINDS = {"b": c.c_bool, "u": c.c_uint32, "l": c.c_uint64, "p": c.c_void_p}
API, COUNT = 1 << 22 | 1 << 12, 4096  # Vulkan 1.1
BYTES = 4 * COUNT
kept = []  # objects that pointers refer to


def struct(text):  # "u:count p:next" lists the kind (or a struct above) and the name of each member
    members = [member.split(":") for member in text.split()]
    return type("Struct", (c.Structure,), {"_fields_": [(n, KINDS.get(k) or globals()[k]) for k, n in members]})


def ref(value):
    kept.append(value)
    return c.addressof(value)


def check(result, what):
    if result != 0:
        sys.exit(f"sort.py: {what}: {result}")


def make(name, *arguments, info):  # creates or allocates
    handle = c.c_void_p()
    check(getattr(vk, name)(*arguments, c.byref(info), None, c.byref(handle)), name)
    return handle


# From vksort.h. Enumerations are 32-bit integers, and zeros are the defaults.
VERSION = 100
Device = struct("p:proc_addr p:instance p:physical p:device u:api u:features p:cache p:allocator p:log")
SorterInfo = struct("Device:device u:key_bits u:payload u:ties u:scratch u:max_count b:discard_keys p:creation")
Range = struct("p:buffer l:offset l:size")
KeyBits = struct("u:first u:count")
SortInfo = struct("Range:keys Range:payload u:first u:count u:key_type u:order u:nan_rule KeyBits:bits Range:scratch"
                  " p:set p:timestamps")
Status = struct("u:argument u:fault l:limit l:given p:member p:rule p:other p:function")
STAGES, ACCESS = 0x802, 0x61  # VKSORT_STAGES, VKSORT_ACCESS
vksort.vksortRecord.restype = Status
vksort.vksortDescribe.restype = c.c_char_p
vksort.vksortDescribe.argtypes = [c.POINTER(Status), c.c_char_p, c.c_size_t]
# From vulkan_core.h. The first member is sType.
App = struct("u:type p:next p:name u:version p:engine u:engine_version u:api")
InstanceInfo = struct("u:type p:next u:flags p:app u:layers p:layer u:extensions p:extension")
Family = struct("u:flags u:count u:bits u:width u:height u:depth")
QueueInfo = struct("u:type p:next u:flags u:family u:count p:priorities")
DeviceInfo = struct("u:type p:next u:flags u:queues p:queue u:layers p:layer u:extensions p:extension p:features")
BufferInfo = struct("u:type p:next u:flags l:size u:usage u:sharing u:families p:family")
Needs = struct("l:size l:alignment u:types")
MemoryInfo = struct("u:type p:next l:size u:memory_type")
PoolInfo = struct("u:type p:next u:flags u:family")
CommandsInfo = struct("u:type p:next p:pool u:level u:count")
BeginInfo = struct("u:type p:next u:flags p:inheritance")
Barrier = struct("u:type p:next u:source u:target")
Submit = struct("u:type p:next u:waits p:wait p:stages u:count p:commands u:signals p:signal")

app = App(0, api=API)
instance = make("vkCreateInstance", info=InstanceInfo(1, app=ref(app)))
one, physical = c.c_uint32(1), c.c_void_p()
vk.vkEnumeratePhysicalDevices(instance, c.byref(one), c.byref(physical))
check(one.value != 1, "no Vulkan driver is installed")
families, count = (Family * 16)(), c.c_uint32(16)
vk.vkGetPhysicalDeviceQueueFamilyProperties(physical, c.byref(count), families)
family = next(i for i in range(count.value) if families[i].flags & 2)  # VK_QUEUE_COMPUTE_BIT
queues = QueueInfo(2, family=family, count=1, priorities=ref(c.c_float(1)))
extension = c.c_char_p(b"VK_KHR_push_descriptor")
device = make("vkCreateDevice", physical, info=DeviceInfo(3, queues=1, queue=ref(queues), extensions=1,
                                                          extension=ref(extension)))

# A buffer for the keys, followed by the indices. Vulkan guarantees that this memory type exists.
buffer = make("vkCreateBuffer", device, info=BufferInfo(12, size=2 * BYTES, usage=0x20))  # a storage buffer
needs, memory_types = Needs(), (c.c_uint32 * 256)()  # VkPhysicalDeviceMemoryProperties: a count, {flags, heap} of each
vk.vkGetBufferMemoryRequirements(device, buffer, c.byref(needs))
vk.vkGetPhysicalDeviceMemoryProperties(physical, c.byref(memory_types))
kind = next(i for i in range(memory_types[0]) if needs.types >> i & 1 and memory_types[1 + 2 * i] & 6 == 6)
memory = make("vkAllocateMemory", device, info=MemoryInfo(5, size=needs.size, memory_type=kind))
check(vk.vkBindBufferMemory(device, buffer, memory, c.c_uint64(0)), "vkBindBufferMemory")
mapped = c.c_void_p()
check(vk.vkMapMemory(device, memory, c.c_uint64(0), c.c_uint64(2 * BYTES), 0, c.byref(mapped)), "vkMapMemory")
words = (c.c_uint32 * (2 * COUNT)).from_address(mapped.value)
before = [random.getrandbits(32) for _ in range(COUNT)]
words[:COUNT] = before

# Once. The other members are zero, which is their default.
sorter, reason = c.c_void_p(), c.c_char_p()
proc_addr = c.cast(vk.vkGetInstanceProcAddr, c.c_void_p)
push_descriptor = 1  # VKSORT_PUSH_DESCRIPTOR
info = SorterInfo(device=Device(proc_addr, instance, physical, device, API, push_descriptor), max_count=COUNT)
if vksort.vksortCreateSorter(VERSION, c.byref(info), c.byref(sorter), c.byref(reason)) != 0:
    sys.exit(f"sort.py: {reason.value.decode()}")

# Each frame. The submission makes earlier writes by the CPU visible to the sort.
pool = make("vkCreateCommandPool", device, info=PoolInfo(39, family=family))
cmd = c.c_void_p()
check(vk.vkAllocateCommandBuffers(device, c.byref(CommandsInfo(40, pool=pool, count=1)), c.byref(cmd)), "allocation")
check(vk.vkBeginCommandBuffer(cmd, c.byref(BeginInfo(42))), "vkBeginCommandBuffer")
sort = SortInfo(keys=Range(buffer, 0, BYTES), payload=Range(buffer, BYTES, BYTES), count=COUNT,
                order=1)  # VKSORT_ORDER_DESCENDING
status = vksort.vksortRecord(sorter, cmd, c.byref(sort))
if status.fault != 0:
    sys.exit(f"sort.py: {vksort.vksortDescribe(c.byref(status), c.create_string_buffer(256), 256).decode()}")
barrier = Barrier(46, source=ACCESS, target=0x2000)  # for reads by the CPU
vk.vkCmdPipelineBarrier(cmd, STAGES, 0x4000, 0, 1, c.byref(barrier), 0, None, 0, None)
check(vk.vkEndCommandBuffer(cmd), "vkEndCommandBuffer")
queue = c.c_void_p()
vk.vkGetDeviceQueue(device, family, 0, c.byref(queue))
check(vk.vkQueueSubmit(queue, 1, c.byref(Submit(4, count=1, commands=ref(cmd))), None), "vkQueueSubmit")
check(vk.vkQueueWaitIdle(queue), "vkQueueWaitIdle")

keys, indices = words[:COUNT], words[COUNT:]
check(keys != sorted(before, reverse=True), "WRONG ORDER")
check(keys != [before[i] for i in indices] or len(set(indices)) != COUNT, "WRONG INDEX")
print(f"sort.py: {COUNT} keys with their indices: sorted")
vksort.vksortDestroySorter(sorter)  # the process frees the rest
