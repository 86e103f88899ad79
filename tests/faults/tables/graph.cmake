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

# What is declared.
set(later "graph/a_use_that_must_come_after_one_of_a_pass_added_later_is_refused")
vksort_fault(graph_order_unchecked "passes may be declared in an order in which they do not run" IN ${graph}/pass.cpp
  FROM "later < graph_->passes_.size()" TO "later < index_" NOTICED_BY vksort-graph-tests "${later}")
vksort_fault(graph_next_pass_unchecked "the pass that was added next is not looked at" IN ${graph}/pass.cpp
  FROM "later = index_ + 1" TO "later = index_ + 2" NOTICED_BY vksort-graph-tests "${later}")
vksort_fault(graph_reads_too_early "a pass may read what a later one writes" IN ${graph}/pass.cpp
  FROM "(mode == Mode::read && theirs->mode == Mode::read)" TO "mode == Mode::read"
  NOTICED_BY vksort-graph-tests "${later}")
vksort_fault(graph_writes_too_early "a pass may write what a later one reads" IN ${graph}/pass.cpp
  FROM "(mode == Mode::read && theirs->mode == Mode::read)" TO "theirs->mode == Mode::read"
  NOTICED_BY vksort-graph-tests "${later}")
vksort_fault(graph_reads_have_an_order "a pass may not read what a later one reads" IN ${graph}/pass.cpp
  FROM "theirs == other.uses.end() || (mode == Mode::read && theirs->mode == Mode::read)" TO "theirs == other.uses.end()"
  NOTICED_BY vksort-graph-tests "${later}")
set(thrown "graph/a_pass_whose_declaration_throws_is_not_added")
vksort_fault(graph_keeps_half_a_pass "a pass whose declaration throws stays" IN ${graph}/graph.cpp
  FROM "    passes_.pop_back();\n" TO "" NOTICED_BY vksort-graph-tests "(${thrown}|${later})")
vksort_fault(graph_keeps_versions "what such a pass wrote counts as written" IN ${graph}/graph.cpp
  FROM "resources_[use.resource].writers.pop_back();" TO "(void)use;" NOTICED_BY vksort-graph-tests "${thrown}")
vksort_fault(graph_unwrites_what_is_read "what such a pass read counts as not written" IN ${graph}/graph.cpp
  FROM "if (use.mode != Mode::read) resources_" TO "if (!resources_[use.resource].writers.empty()) resources_"
  NOTICED_BY vksort-graph-tests "${thrown}")
vksort_fault(graph_keeps_what_was_created "what was created for such a pass stays" IN ${graph}/graph.cpp
  FROM "resources_.resize(resources);" TO "(void)resources;" NOTICED_BY vksort-graph-tests "${thrown}")

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
set(spy "graph/a_pass_can_look_up_only_what_it_declared")
vksort_fault(graph_looks_up_any_index "a pass looks behind the resources" IN ${graph}/graph.cpp
  FROM "resource < resources_.size() && resources_" TO "resources_" NOTICED_BY vksort-graph-tests "${spy}")
vksort_fault(graph_looks_up_any_kind "a pass looks an image up as a buffer" IN ${graph}/context.cpp
  FROM "!graph_->has(resource, kind)" TO "resource >= bindings_.size()" NOTICED_BY vksort-graph-tests "${spy}")
vksort_fault(graph_no_view_of_a_buffer "a pass looks a buffer up as a view" IN ${graph}/context.cpp
  FROM "ResourceKind::image).view" TO "graph_->resources()[handle.index % bindings_.size()].kind).view"
  NOTICED_BY vksort-graph-tests "${spy}")
set(needs "graph/an_executor_needs_a_frame_and_a_device_that_does_what_its_passes_do")
vksort_fault(graph_without_frames "an executor has no frame" IN ${graph}/execute.cpp
  FROM "if (frames == 0) throw" TO "if (false) throw" NOTICED_BY vksort-graph-tests "${needs}")
vksort_fault(graph_draws_without_graphics "a device without graphics draws" IN ${graph}/execute.cpp
  FROM "!device.enabled().graphics || " TO "" NOTICED_BY vksort-graph-tests "${needs}")
vksort_fault(graph_draws_without_rendering "a device without dynamic rendering draws" IN ${graph}/execute.cpp
  FROM " || !device.enabled().dynamic_rendering" TO "" NOTICED_BY vksort-graph-tests "${needs}")

# Nodes.
vksort_fault(nodes_state_read_unseen "indirect reads of a sort's state are not declared" IN engine/nodes/sort.cpp
  FROM "both(vksort::kBeforeState, vksort::kAfterState)" TO "both(vksort::kBeforeState, vksort::kAfter)"
  NOTICED_BY vksort-node-tests "nodes/a_node_declares_what_the_header_says_in_every_mode")
vksort_fault(nodes_one_hook_read "only the first buffer that a hook reads is declared" IN engine/nodes/sort.cpp
  FROM "node.hook_reads) pass" TO "node.hook_reads.first(node.hook_reads.empty() ? 0 : 1)) pass"
  NOTICED_BY vksort-node-tests "nodes/a_node_declares_what_the_header_says_in_every_mode")
vksort_fault(nodes_lists_drop_the_rest "what lists leave out is overwritten" IN engine/nodes/sort.cpp
  FROM "stays = count != vksort::Count::host ||" TO "stays = count == vksort::Count::device ||"
  NOTICED_BY vksort-node-tests "nodes/a_node_declares_what_the_header_says_in_every_mode")
vksort_fault(nodes_drop_the_rest "elements past the host's count are overwritten" IN engine/nodes/sort.cpp
  FROM "bytes < graph.resources()[buffer.index].buffer.size" TO "bytes == 0"
  NOTICED_BY vksort-node-tests "nodes/a_node_declares_what_the_header_says_in_every_mode")
vksort_fault(graph_imports_from_nowhere "an access in no stages is taken, and nothing waits for it" IN engine/graph/graph.cpp
  FROM "if (access.access == 0 || access.stages != 0) return;" TO "return;"
  NOTICED_BY vksort-graph-tests "graph/an_access_in_no_stages_.*")
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
vksort_fault(nodes_one_set_for_all_frames "every frame verifies with the set of the first" IN engine/nodes/verify.cpp
  FROM "node.sets[context.frame()]" TO "node.sets[0]"
  NOTICED_BY vksort-node-tests "nodes/frames_that_are_verified_at_once_have_a_set_each")
vksort_fault(nodes_sets_run_out "a frame takes the set behind the last" IN engine/nodes/verify.cpp
  FROM "context.frame() >= node.sets.size()" TO "false"
  NOTICED_BY vksort-node-tests "nodes/a_frame_without_a_set_is_not_verified")
vksort_fault(nodes_refused_sort_stays "a sort whose handles are refused stays in the graph" IN engine/nodes/sort.cpp
  FROM "[&](graph::PassBuilder& added) {
    declared = declare(graph, added, sorter, node);
  });"
  TO "[](graph::PassBuilder&) {});
  declared = declare(graph, pass, sorter, node);"
  NOTICED_BY vksort-node-tests "nodes/a_sort_whose_handles_are_refused_leaves_the_graph_as_it_was")
vksort_fault(nodes_refused_verification_stays "a verification whose handles are refused stays in the graph"
  IN engine/nodes/verify.cpp
  FROM "    results = added.readWrite(node.results, kResult);  // the other frames' stay
  });"
  TO "  });
  results = pass.readWrite(node.results, kResult);"
  NOTICED_BY vksort-node-tests "nodes/a_verification_whose_handles_are_refused_leaves_the_graph_as_it_was")
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
vksort_fault(graph_times_before_the_first "times are asked of queries that no frame has reset" IN engine/graph/execute.cpp
  FROM "if (!frame.executed) return std::nullopt;" TO ""
  NOTICED_BY vksort-graph-tests "graph/passes_take_the_time_between_their_.*")
vksort_fault(gpu_warnings_unseen "warnings of validation are no messages" IN engine/gpu/debug.cpp
  FROM "VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | " TO ""
  NOTICED_BY vksort-gpu-tests "gpu/warnings_and_errors_of_validation_.*")
vksort_fault(gpu_destroyed_at_work "a device is destroyed while it works" IN engine/gpu/device.cpp
  FROM "  vk.vkDeviceWaitIdle(device_);\n" TO "" NOTICED_BY vksort-gpu-tests "gpu/a_device_is_waited_for_.*")
vksort_fault(gpu_portability_not_listed "drivers that have not all of Vulkan are asked for, and not to be listed"
  IN engine/gpu/instance.cpp FROM "portability ? VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR : 0" TO "0"
  NOTICED_BY vksort-bench-tests "bench/a_portability_driver_is_a_driver")
vksort_fault(gpu_portability_not_enabled "a device that has not all of Vulkan is not made with the extension that says so"
  IN engine/gpu/device_features.cpp FROM "if (offered(kPortabilitySubset)) require" TO "if (info.want_swapchain) require"
  NOTICED_BY vksort-gpu-tests "gpu/enables_the_portability_subset_.*")
vksort_fault(gpu_integrated_is_preferred "a GPU that is part of the CPU is preferred to another" IN engine/gpu/select.cpp
  FROM "return 0;" TO "return 3;" NOTICED_BY vksort-gpu-tests "gpu/prefers_any_gpu_.*")
vksort_fault(gpu_compute_queue_with_graphics "the queue for compute is of a family with graphics" IN engine/gpu/device.cpp
  FROM "(VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT)) == VK_QUEUE_COMPUTE_BIT" TO "VK_QUEUE_COMPUTE_BIT) != 0"
  NOTICED_BY vksort-gpu-tests "gpu/takes_the_first_queue_family_with_graphics_and_compute_and_one_for_compute_alone")
vksort_fault(gpu_feature_not_asked_for "a feature is reported and not enabled" IN engine/gpu/device_features.cpp
  FROM "  dynamic_rendering_.pNext = chain_;" TO "  dynamic_rendering_.pNext = nullptr;"
  NOTICED_BY vksort-gpu-tests "gpu/enables_what_it_says_as_extensions_or_as_a_part_of_vulkan")
set(statistics "gpu/enables_statistics_of_pipelines_where_they_are_wanted_and_no_others")
vksort_fault(gpu_statistics_not_asked_for "statistics are reported and not enabled" IN engine/gpu/device_features.cpp
  FROM "  chain_ = &pipeline_statistics_;\n" TO "" NOTICED_BY vksort-gpu-tests ${statistics})
vksort_fault(gpu_statistics_without_feature "the extension for statistics is taken for its feature"
  IN engine/gpu/device_features.cpp FROM "if (pipeline_statistics_.pipelineExecutableInfo != VK_TRUE)" TO "if (false)"
  NOTICED_BY vksort-gpu-tests ${statistics})
vksort_fault(gpu_statistics_unwanted "statistics are enabled wherever they are offered" IN engine/gpu/device_features.cpp
  FROM "if (info.want_pipeline_statistics)"
  TO "if (offered(VK_KHR_PIPELINE_EXECUTABLE_PROPERTIES_EXTENSION_NAME))" NOTICED_BY vksort-gpu-tests ${statistics})
vksort_fault(gpu_memory_never_flushed "memory counts as coherent that the host merely sees" IN engine/gpu/buffer.cpp
  FROM "VK_MEMORY_PROPERTY_HOST_COHERENT_BIT" TO "VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT"
  NOTICED_BY vksort-gpu-tests "gpu/flushes_and_invalidates_memory_that_is_not_coherent")
vksort_fault(gpu_host_not_waited_for "one-shot copies do not order the host" IN engine/gpu/commands.cpp
  FROM "VK_PIPELINE_STAGE_ALL_COMMANDS_BIT | VK_PIPELINE_STAGE_HOST_BIT" TO "VK_PIPELINE_STAGE_ALL_COMMANDS_BIT"
  NOTICED_BY vksort-gpu-tests "gpu/uploads_and_downloads_wait_for_all_before_them_and_all_waits_for_them")
vksort_fault(graph_binds_any_kind "an image is bound as a buffer" IN engine/graph/execute.cpp
  FROM "graph_.has(resource, kind) && graph_" TO "resource < imported_.size() && graph_"
  NOTICED_BY vksort-graph-tests "graph/a_handle_of_the_other_kind_is_refused")
vksort_fault(graph_gives_any_kind "an image is asked for as a buffer" IN engine/graph/execute.cpp
  FROM "!graph_.has(resource, kind)" TO "!graph_.has(resource, kind) && !graph_.has(resource, ResourceKind::image)"
  NOTICED_BY vksort-graph-tests "graph/a_handle_of_the_other_kind_is_refused")
vksort_fault(graph_declares_any_kind "a pass declares an image as a buffer" IN engine/graph/graph.cpp
  FROM "if (!has(resource, kind))" TO "if (!has(resource, kind) && !has(resource, ResourceKind::image))"
  NOTICED_BY vksort-graph-tests "graph/a_handle_of_no_resource_is_refused")
set(older "gpu/functions_of_extensions_take_the_place_of_those_that_an_older_vulkan_has_not")
vksort_fault(gpu_rendering_of_extension_unseen "dynamic rendering as an extension has no functions" IN engine/gpu/device.cpp
  FROM "    vk.vkCmdBeginRendering = vk.vkCmdBeginRenderingKHR;\n" TO "" NOTICED_BY vksort-gpu-tests "${older}")
vksort_fault(gpu_rendering_of_extension_never_ends "dynamic rendering as an extension cannot be ended" IN engine/gpu/device.cpp
  FROM "    vk.vkCmdEndRendering = vk.vkCmdEndRenderingKHR;\n" TO "" NOTICED_BY vksort-gpu-tests "${older}")
vksort_fault(gpu_barriers_of_extension_unseen "synchronization2 as an extension has no barriers" IN engine/gpu/device.cpp
  FROM "if (vk.vkCmdPipelineBarrier2 == nullptr) vk" TO "if (false) vk" NOTICED_BY vksort-gpu-tests "${older}")
vksort_fault(graph_exports_again "a second export takes the place of the first" IN engine/graph/graph.cpp
  FROM "if (r.exported) throw" TO "if (false) throw" NOTICED_BY vksort-graph-tests "graph/a_resource_is_exported_once")

# What is refused, and what is told.
set(none "graph/a_handle_of_no_resource_is_refused")
vksort_fault(graph_newer_version_taken "a version that nothing has written is used" IN ${graph}/graph.cpp
  FROM "  if (version > newest)\n" TO "  if (false)\n" NOTICED_BY vksort-graph-tests "${none}")
vksort_fault(graph_preinitialized_is_a_layout "a pass uses an image as preinitialized" IN ${graph}/pass.cpp
  FROM "(layout == VK_IMAGE_LAYOUT_UNDEFINED || layout == VK_IMAGE_LAYOUT_PREINITIALIZED)"
  TO "layout == VK_IMAGE_LAYOUT_UNDEFINED"
  NOTICED_BY vksort-graph-tests "graph/an_access_that_contradicts_its_use_is_refused")
vksort_fault(graph_second_attachment_unchecked "a second attachment is named without a look at its handle"
  IN ${graph}/pass.cpp
  FROM "    graph_->requireCurrent(image.index, image.version, ResourceKind::image, \"pass '\" + pass.name + \"'\");\n"
  TO "" NOTICED_BY vksort-graph-tests "graph/an_attachment_needs_a_graphics_pass_and_is_its_only_one")
vksort_fault(graph_image_without_height "an image of the graph may have no height" IN ${graph}/graph.cpp
  FROM " || resource.image.extent.height == 0" TO ""
  NOTICED_BY vksort-graph-tests "graph/empty_resources_are_refused")
set(picture "graph/the_picture_shows_passes_versions_and_what_was_culled")
vksort_fault(graph_picture_without_exports "the picture does not show what is exported" IN ${graph}/dot.cpp
  FROM "out += \", penwidth=2\"" TO "out += \", penwidth=1\"" NOTICED_BY vksort-graph-tests "${picture}")
vksort_fault(graph_picture_escapes_quotes_alone "a backslash in a name goes into the picture as it is"
  IN ${graph}/dot.cpp FROM " || c == '\\\\')" TO ")" NOTICED_BY vksort-graph-tests "${picture}")
vksort_fault(graph_picture_without_memory "the picture does not show where a transient lies" IN ${graph}/dot.cpp
  FROM "if (placement.block != kNone)" TO "if (false)" NOTICED_BY vksort-graph-tests "${picture}")
vksort_fault(graph_picture_offset_is_the_block "the picture shows a block in place of the offset in it"
  IN ${graph}/dot.cpp FROM "std::to_string(placement.offset)" TO "std::to_string(placement.block)"
  NOTICED_BY vksort-graph-tests "${picture}")
foreach(kind IN ITEMS buffer image)
  string(TOUPPER ${kind} upper)
  vksort_fault(graph_transient_${kind}_unnamed "a transient ${kind} has no name" IN ${graph}/transients.cpp
    FROM "device.setName(VK_OBJECT_TYPE_${upper}, binding.${kind}, resource.name.c_str());\n" TO "\n"
    NOTICED_BY vksort-graph-tests "graph/transients_have_the_names_of_their_resources")
endforeach()
vksort_fault(nodes_sets_named_for_hook_sets "hook sets that run out are called sets" IN engine/nodes/sort.cpp
  FROM "setOf(hook_sets, \"hook_sets\", context.frame())" TO "setOf(hook_sets, \"sets\", context.frame())"
  NOTICED_BY vksort-node-tests "nodes/a_frame_without_a_set_is_named_when_it_is_recorded")
vksort_fault(gpu_image_without_height "an image may have no height" IN engine/gpu/image.cpp
  FROM " || extent.height == 0" TO "" NOTICED_BY vksort-gpu-tests "gpu/empty_resources_are_refused")
vksort_fault(gpu_number_is_part_of_a_name "a number selects a device that has it in its name" IN engine/gpu/select.cpp
  FROM "is_index ? std::to_string(i) == wanted : named" TO "(is_index && std::to_string(i) == wanted) || named"
  NOTICED_BY vksort-gpu-tests "gpu/selects_a_device_by_index_and_by_part_of_its_name_in_any_case")
vksort_fault(gpu_old_vulkan_counts "devices of Vulkan 1.0 are listed" IN engine/gpu/instance.cpp
  FROM "if (device.properties.apiVersion >= VK_API_VERSION_1_1) devices" TO "devices"
  NOTICED_BY vksort-gpu-tests "gpu/devices_of_vulkan_1_0_count_as_not_there")
vksort_fault(gpu_pools_of_the_main_family "every command pool is of the first queue's family" IN engine/gpu/commands.cpp
  FROM "info.queueFamilyIndex = queue_family;"
  TO "info.queueFamilyIndex = queue_family == device.queueFamily() ? queue_family : device.queueFamily();"
  NOTICED_BY vksort-gpu-tests "gpu/a_command_pool_is_of_the_queue_family_that_was_asked_for")

# What no case asked: values of another size than keys, and what a picture must not show.
vksort_fault(nodes_values_of_keys "a sort's values are as many bytes as its keys" IN engine/nodes/sort.cpp
  FROM "info.values = rangeOf(node.values);" TO "info.values = rangeOf(node.keys);"
  NOTICED_BY vksort-node-tests "nodes/the_node_makes_the_indices_that_its_sorter_makes")
set(pictured "graph/the_picture_shows_passes_versions_and_what_was_culled")
vksort_fault(dot_reads_what_is_overwritten "a picture says that passes read what they overwrite" IN ${graph}/dot.cpp
  FROM "if (use.mode != Mode::write) out +=" TO "out +=" NOTICED_BY vksort-graph-tests ${pictured})
vksort_fault(dot_makes_what_is_read "a picture says that passes make what they read" IN ${graph}/dot.cpp
  FROM "if (use.mode != Mode::read) out +=" TO "out +=" NOTICED_BY vksort-graph-tests ${pictured})
vksort_fault(dot_draws_nothing "a picture shows contents that there never were" IN ${graph}/dot.cpp
  FROM "resource.defined_at_start ? 0 : 1;" TO "0;" NOTICED_BY vksort-graph-tests ${pictured})
