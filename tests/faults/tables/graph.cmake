# The render graph, its nodes, and the device layer.
set(graph engine/graph)
set(random_plans "graph/every_hazard_of_random_graphs_is_ordered")
set(random_records "graph/random_graphs_record_their_plan_in_every_frame_in_memory_of_its_own")

# Barriers and lifetimes.
vksort_fault(graph_readers_not_waited_for "a write waits for the last write and not for its readers" IN ${graph}/barriers.cpp
  FROM "return {write.stages | reading, write.access}" TO "return {write.stages, write.access}"
  NOTICED_BY vksort-graph-tests "${random_plans}")
vksort_fault(graph_layout_change_overtakes_readers "a change of layout waits for the last write alone" IN ${graph}/barriers.cpp
  FROM "if (transition) return state.everything();\n  return everWritten" TO "if (transition) return state.write;\n  return everWritten"
  NOTICED_BY vksort-graph-tests "${random_plans}")
vksort_fault(graph_load_drops_contents "an image that is drawn over loses its contents with its layout" IN ${graph}/barriers.cpp
  FROM "if (transition && mode == Mode::write)" TO "if (transition && mode != Mode::read)"
  NOTICED_BY vksort-graph-tests "${random_plans}")
vksort_fault(graph_images_take_over_early "images do not wait for what had their memory before" IN ${graph}/barriers.cpp
  FROM "if (first && plan.placements"
  TO "if (first && graph.resources()[use.resource].kind == ResourceKind::buffer && plan.placements"
  NOTICED_BY vksort-graph-tests
  "(${random_plans}|graph/random_graphs_carry_their_words_through_three_frames_in_flight)")
vksort_fault(graph_one_predecessor "memory is waited for that one of several resources leaves" IN ${graph}/barriers.cpp
  FROM "    inherited = true;\n  }" TO "    return true;\n  }" NOTICED_BY vksort-graph-tests "${random_plans}")
vksort_fault(graph_export_only_reads "an export that writes waits as one that reads" IN ${graph}/barriers.cpp
  FROM "writeBits(exported->access.access) != 0 ? Mode::read_write : Mode::read;" TO "Mode::read;"
  NOTICED_BY vksort-graph-tests "graph/validation_sees_an_export_that_the_outside_writes_or_reads_too_early")
vksort_fault(graph_exports_end_early "exports behind the first resource without one are forgotten" IN ${graph}/barriers.cpp
  FROM "if (!exported) continue;" TO "if (!exported) break;" NOTICED_BY vksort-graph-tests "${random_plans}")
vksort_fault(graph_acquisition_ignored "readers do not wait for what only waits" IN ${graph}/barriers.cpp
  FROM "if (written != 0 || resource.initial.access == 0)" TO "if (written != 0)"
  NOTICED_BY vksort-graph-tests "graph/a_use_without_a_kind_of_access_waits_and_is_waited_for")
vksort_fault(graph_culls_late_exports "exports behind a dead resource keep nothing alive" IN ${graph}/cull.cpp
  FROM "    if (graph.resources()[i].exported) needVersion"
  TO "    if (!graph.resources()[i].exported && !open.empty() && !graph.resources()[i].writers.empty()) break; else if (graph.resources()[i].exported) needVersion"
  NOTICED_BY vksort-graph-tests "${random_plans}")
vksort_fault(graph_culls_what_is_changed "what a pass changes in place needs no contents" IN ${graph}/cull.cpp
  FROM "use.mode != Mode::write" TO "use.mode == Mode::read"
  NOTICED_BY vksort-graph-tests "graph/random_graphs_carry_their_words_through_three_frames_in_flight")
vksort_fault(graph_export_shares_memory "an export has its memory for itself from its first use on" IN ${graph}/lifetimes.cpp
  FROM "lifetimes[i] = {0," TO "lifetimes[i] = {lifetimes[i].first," NOTICED_BY vksort-graph-tests "${random_plans}")
vksort_fault(graph_types_that_overlap "memory types that overlap share a block" IN ${graph}/place.cpp
  FROM "plan.blocks[i].type_bits == type_bits" TO "(plan.blocks[i].type_bits & type_bits) != 0"
  NOTICED_BY vksort-graph-tests "${random_plans}")
vksort_fault(graph_late_export_unchecked "validation ends at the first export that is right" IN ${graph}/validate.cpp
  FROM "resource.writers.size()) continue;" TO "resource.writers.size()) break;"
  NOTICED_BY vksort-graph-tests "graph/compile_looks_at_every_pass_and_every_export")

# What is recorded.
vksort_fault(graph_last_handover_counts "of several resources that take over memory the last one counts" IN ${graph}/record.cpp
  FROM "global.srcAccessMask |=" TO "global.srcAccessMask =" NOTICED_BY vksort-graph-tests "${random_records}")
vksort_fault(graph_last_stage_counts "of several barriers the stages of the last one count" IN ${graph}/record.cpp
  FROM "dst_stages |=" TO "dst_stages =" NOTICED_BY vksort-graph-tests "${random_records}")
vksort_fault(graph_picture_not_stored "what is drawn need not be stored" IN ${graph}/record.cpp
  FROM "VK_ATTACHMENT_STORE_OP_STORE" TO "VK_ATTACHMENT_STORE_OP_DONT_CARE" NOTICED_BY vksort-graph-tests "${random_records}")
vksort_fault(graph_images_not_aliased "images that share memory are not made for it" IN ${graph}/transients.cpp
  FROM "create.flags = VK_IMAGE_CREATE_ALIAS_BIT;" TO "" NOTICED_BY vksort-graph-tests "${random_records}")
vksort_fault(graph_frames_share_memory "every frame uses the transients of the first" IN ${graph}/execute.cpp
  FROM "return *frames_[frame];" TO "return *frames_[0];"
  NOTICED_BY vksort-graph-tests "(${random_records}|graph/random_graphs_carry_their_words_through_three_frames_in_flight)")
vksort_fault(graph_idle_export_unbound "an export that no pass uses need not be bound" IN ${graph}/execute.cpp
  FROM "(!plan_.lifetimes[i].used() && !resource.exported)" TO "!plan_.lifetimes[i].used()"
  NOTICED_BY vksort-graph-tests "graph/an_export_that_no_pass_uses_must_be_bound_too")
vksort_fault(graph_times_by_declaration "the time of a pass is that of its place before culling" IN ${graph}/execute.cpp
  FROM "frame.stamps.end(cmd, position);" TO "frame.stamps.end(cmd, planned.pass);"
  NOTICED_BY vksort-graph-tests "graph/passes_take_the_time_between_their_barriers_and_their_end_in_every_frame")
vksort_fault(gpu_times_wrap "a pass after a wrap of the counter begins before the first" IN engine/gpu/timestamps.cpp
  FROM "static_cast<double>((end - begin) & mask)" TO "(static_cast<double>(end & mask) - static_cast<double>(begin & mask))"
  NOTICED_BY vksort-graph-tests "graph/passes_take_the_time_between_their_barriers_and_their_end_in_every_frame")

# Nodes.
vksort_fault(nodes_state_read_unseen "indirect reads of a sort's state are not declared" IN engine/nodes/sort.cpp
  FROM "both(vksort::kBeforeState, vksort::kAfterState)" TO "both(vksort::kBeforeState, vksort::kAfter)"
  NOTICED_BY vksort-node-tests "nodes/a_node_declares_what_the_header_says_in_every_mode")
vksort_fault(nodes_one_hook_read "only the first buffer that a hook reads is declared" IN engine/nodes/sort.cpp
  FROM "node.hook_reads) pass" TO "node.hook_reads.first(node.hook_reads.empty() ? 0 : 1)) pass"
  NOTICED_BY vksort-node-tests "nodes/a_node_declares_what_the_header_says_in_every_mode")
vksort_fault(nodes_lists_drop_the_rest "what lists leave out is overwritten" IN engine/nodes/sort.cpp
  FROM "count != vksort::Count::host && filled" TO "count == vksort::Count::device && filled"
  NOTICED_BY vksort-node-tests "nodes/a_node_declares_what_the_header_says_in_every_mode")
vksort_fault(nodes_half_is_sorted "in lent memory half of the elements are sorted" IN engine/nodes/sort.cpp
  FROM "info.count = node.count;" TO "info.count = declared.scratch != graph::BufferHandle{} ? node.count / 2 : node.count;"
  NOTICED_BY vksort-node-tests "nodes/sorts_by_radix_through_a_graph_are_sorted")
vksort_fault(nodes_set_of_the_first_frame "every frame writes the descriptor set of the first" IN engine/nodes/sort.cpp
  FROM "return of[frame];" TO "return of[0];"
  NOTICED_BY vksort-node-tests "nodes/a_sort_touches_what_its_node_declared_in_every_mode")
vksort_fault(nodes_results_overwritten "a frame's verification drops the results of the others" IN engine/nodes/verify.cpp
  FROM "added.readWrite(node.results, kResult)" TO "added.write(node.results, kResult)"
  NOTICED_BY vksort-node-tests "nodes/a_verification_waits_for_what_it_reads_and_nothing_waits_to_read_on")
vksort_fault(nodes_result_past_the_buffer "a result may lie behind the buffer, where its memory goes on" IN engine/nodes/verify.cpp
  FROM "now.result.offset + now.result.size > room" TO "false"
  NOTICED_BY vksort-node-tests "nodes/a_frame_without_room_for_its_result_is_refused_when_it_is_recorded")
vksort_fault(nodes_count_past_the_buffer "a count or a table need only begin in its buffer" IN engine/nodes/fit.cpp
  FROM "offset <= size && bytes <= size - offset" TO "offset < size"
  NOTICED_BY vksort-node-tests "nodes/a_count_or_lists_that_end_past_their_buffer_are_refused")
vksort_fault(nodes_count_wraps "an offset near 2^64 wraps round" IN engine/nodes/fit.cpp
  FROM "offset <= size && bytes <= size - offset" TO "offset + bytes <= size"
  NOTICED_BY vksort-node-tests "nodes/a_count_or_lists_that_end_past_their_buffer_are_refused")
vksort_fault(graph_rendering_left_open "rendering goes on where a pass throws" IN ${graph}/execute.cpp
  FROM "~Rendering() { device_" TO "~Rendering() { if (std::uncaught_exceptions() == 0) device_"
  NOTICED_BY vksort-graph-tests "graph/rendering_is_ended_where_a_pass_throws")
vksort_fault(graph_label_left_open "the label of a pass that throws is not ended" IN ${graph}/execute.cpp
  FROM "~Label() { device_" TO "~Label() { if (std::uncaught_exceptions() == 0) device_"
  NOTICED_BY vksort-graph-tests "graph/every_pass_is_a_labeled_region_with_its_barriers")

# The device layer.
vksort_fault(gpu_instance_lost "an instance whose messenger fails is left behind" IN engine/gpu/instance.cpp
  FROM "if (watched != VK_SUCCESS) vkDestroyInstance(instance_, nullptr);" TO ""
  NOTICED_BY vksort-gpu-tests "gpu/an_instance_whose_messenger_fails_is_destroyed")
vksort_fault(gpu_integrated_is_preferred "a GPU that is part of the CPU is preferred to another" IN engine/gpu/select.cpp
  FROM "return 0;" TO "return 3;" NOTICED_BY vksort-gpu-tests "gpu/prefers_any_gpu_.*")
vksort_fault(gpu_compute_queue_with_graphics "the queue for compute is of a family with graphics" IN engine/gpu/device.cpp
  FROM "(VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT)) == VK_QUEUE_COMPUTE_BIT" TO "VK_QUEUE_COMPUTE_BIT) != 0"
  NOTICED_BY vksort-gpu-tests "gpu/takes_the_first_queue_family_with_graphics_and_compute_and_one_for_compute_alone")
vksort_fault(gpu_feature_not_asked_for "a feature is reported and not enabled" IN engine/gpu/device_features.cpp
  FROM "  dynamic_rendering_.pNext = chain_;" TO "  dynamic_rendering_.pNext = nullptr;"
  NOTICED_BY vksort-gpu-tests "gpu/enables_what_it_says_as_extensions_or_as_a_part_of_vulkan")
vksort_fault(gpu_memory_never_flushed "memory counts as coherent that the host merely sees" IN engine/gpu/buffer.cpp
  FROM "VK_MEMORY_PROPERTY_HOST_COHERENT_BIT" TO "VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT"
  NOTICED_BY vksort-gpu-tests "gpu/flushes_and_invalidates_memory_that_is_not_coherent")
vksort_fault(gpu_host_not_waited_for "one-shot copies do not order the host" IN engine/gpu/commands.cpp
  FROM "VK_PIPELINE_STAGE_ALL_COMMANDS_BIT | VK_PIPELINE_STAGE_HOST_BIT" TO "VK_PIPELINE_STAGE_ALL_COMMANDS_BIT"
  NOTICED_BY vksort-gpu-tests "gpu/uploads_and_downloads_wait_for_all_before_them_and_all_waits_for_them")
vksort_fault(graph_binds_any_kind "an image is bound as a buffer" IN engine/graph/execute.cpp
  FROM ".imported && graph_.resources()[resource].kind == kind)" TO ".imported)"
  NOTICED_BY vksort-graph-tests "graph/a_handle_of_the_other_kind_is_refused")
vksort_fault(graph_gives_any_kind "an image is asked for as a buffer" IN engine/graph/execute.cpp
  FROM " || graph_.resources()[resource].kind != kind)" TO ")"
  NOTICED_BY vksort-graph-tests "graph/a_handle_of_the_other_kind_is_refused")
