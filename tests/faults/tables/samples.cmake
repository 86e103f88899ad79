# Faults in the samples: what they write and print, what they make of a wrong result, and their frames in flight.
set(programs ALSO vksort-bench vksort-particles vksort-embed)

# Files.
vksort_fault(file_short_write "a write of a part is taken for one of all" IN samples/common/files/whole_file.cpp
  FROM [[bytes.remove_prefix(static_cast<std::size_t>(written))]] TO "bytes = {}"
  NOTICED_BY vksort-sample-tests "samples/a_file_that_does_not_fit.*")
vksort_fault(file_write_error "an error of writing is ignored" IN samples/common/files/whole_file.cpp
  FROM [[      remove();
      fail(why);]] TO "      break;"
  NOTICED_BY vksort-sample-tests "samples/a_file_that_does_not_fit.*|samples/a_picture_for_which.*" ${programs})
vksort_fault(file_error_leaves_part "what could not be put in its place stays" IN samples/common/files/whole_file.cpp
  FROM "remove(); }" TO "if (fd_ >= 0) close(fd_); }"
  NOTICED_BY vksort-sample-tests "samples/a_file_is_there_when.*")
vksort_fault(file_shared_part "two runs write the same unfinished file" IN samples/common/files/whole_file.cpp
  FROM "O_CREAT | O_EXCL" TO "O_CREAT | O_TRUNC" NOTICED_BY vksort-sample-tests "samples/what_an_ended_or_another_.*")
vksort_fault(file_stale_part "a stale unfinished file is in the way" IN samples/common/files/whole_file.cpp
  FROM "fd_ >= 0 || errno != EEXIST" TO "true" NOTICED_BY vksort-sample-tests "samples/what_an_ended_or_another_.*")
vksort_fault(file_link_replaced "a link is replaced, not followed" IN samples/common/files/whole_file.cpp
  FROM "place = behindLinks(path)" TO "place = path" NOTICED_BY vksort-sample-tests "samples/links_are_followed_.*")
vksort_fault(file_device_replaced "a device or pipe is replaced" IN samples/common/files/whole_file.cpp
  FROM "!fs::is_regular_file(status)" TO "fs::is_directory(status)"
  NOTICED_BY vksort-sample-tests "samples/links_are_followed_.*")
vksort_fault(file_flush_ignored "the last flush may fail" IN samples/common/files/whole_file.cpp
  FROM "fsync(fd_) == 0 || errno == EINVAL" TO "fsync(fd_) <= 0"
  NOTICED_BY vksort-sample-tests "samples/a_(file|picture)_whose_last_flush_.*")
vksort_fault(file_close_ignored "closing may fail" IN samples/common/files/whole_file.cpp
  FROM "if (close(std::exchange(fd_, -1)) != 0 && done)" TO "if (close(std::exchange(fd_, -1)) > 0)"
  NOTICED_BY vksort-sample-tests "samples/a_(file|picture)_whose_last_flush_.*")
vksort_fault(file_private "nobody else may read the file" IN samples/common/files/whole_file.cpp
  FROM "O_CLOEXEC, 0666)" TO "O_CLOEXEC, 0600)" NOTICED_BY vksort-sample-tests "samples/a_file_is_there_when.*")
vksort_fault(signal_not_handled "SIGINT leaves the unfinished file" IN samples/common/files/unfinished.cpp
  FROM "SIGHUP, SIGINT, SIGQUIT" TO "SIGHUP, SIGQUIT"
  NOTICED_BY vksort-sample-tests "samples/(a_signal_that_ends|an_interrupted).*" ${programs})
vksort_fault(signal_swallowed "a signal cleans up and the program goes on" IN samples/common/files/unfinished.cpp
  FROM "  raise(signal);" TO "  (void)signal;" NOTICED_BY vksort-sample-tests "samples/a_signal_that_ends.*")
vksort_fault(signal_ignored_before "nohup no longer helps" IN samples/common/files/unfinished.cpp
  FROM " || before.sa_handler != SIG_DFL" TO ""
  NOTICED_BY vksort-sample-tests "samples/a_signal_that_the_program_ignores.*")
vksort_fault(read_devices "devices are read" IN samples/common/files/plain_file.cpp
  FROM "!S_ISREG(status.st_mode)" TO "S_ISDIR(status.st_mode)"
  NOTICED_BY vksort-sample-tests "samples/files_are_read_.*")
vksort_fault(read_pipe_blocks "a pipe that nobody writes to hangs" IN samples/common/files/plain_file.cpp
  FROM " | O_NONBLOCK)" TO ")" NOTICED_BY vksort-sample-tests "samples/files_are_read_.*")
vksort_fault(read_without_bound "a file is longer than allowed" IN samples/common/files/plain_file.cpp
  FROM "if (size > most)" TO "if (size > most + 1)" NOTICED_BY vksort-sample-tests "samples/files_are_read_.*")
vksort_fault(anchor_infinite "an anchor of inf" IN samples/bench/output/anchors.cpp
  FROM " && out.gpu_us <= kMostUs" TO "" NOTICED_BY vksort-bench-tests "bench/a_wrong_anchor_.*")
vksort_fault(number_octal "010 is 8" IN samples/bench/command_line/texts.cpp
  FROM [[text == "0" || !text.starts_with('0')]] TO "true"
  NOTICED_BY vksort-bench-tests "bench/bad_input_.*" ALSO vksort-bench)

# Standard streams.
vksort_fault(closed_stdout "a closed stdout goes into the next file" IN samples/common/program/program.cpp
  FROM "const bool no_output = holdIfClosed(STDOUT_FILENO)" TO "const bool no_output = false"
  NOTICED_BY vksort-sample-tests "samples/closed_output_.*" ${programs})
vksort_fault(closed_stderr "a closed stderr goes into the next file" IN samples/common/program/program.cpp
  FROM "  holdIfClosed(STDERR_FILENO);" TO "" NOTICED_BY vksort-sample-tests "samples/no_file_takes_.*")
vksort_fault(closed_stdin "a closed stdin is the next file" IN samples/common/program/program.cpp
  FROM "  holdIfClosed(STDIN_FILENO);" TO "" NOTICED_BY vksort-sample-tests "samples/no_file_takes_.*")
vksort_fault(full_stdout "what is lost at the end is no error" IN samples/common/program/program.cpp
  FROM "    requireWritten(stdout);" TO "" NOTICED_BY vksort-sample-tests "samples/full_output_.*" ${programs})
vksort_fault(full_stdout_midway "a stream that failed before is taken for good" IN samples/common/program/program.cpp
  FROM "failed || std::ferror(stream) != 0" TO "failed" NOTICED_BY vksort-sample-tests "samples/a_stream_that_failed.*")
vksort_fault(full_stdout_json "the end of the array is lost" IN samples/bench/output/json.cpp
  FROM [["\n]\n", stream_);
  samples::requireWritten(stream_);]] TO [["\n]\n", stream_);]]
  NOTICED_BY vksort-bench-tests "bench/rows_that_cannot_.*")
vksort_fault(full_stdout_table "a file is finished although the table was lost" IN samples/bench/output/outputs.cpp
  FROM [[  outputs.push_back(std::move(table));
  if (!options.csv.empty()) outputs.push_back(std::make_unique<CsvFile>(configuration, options.csv));]]
  TO [[  if (!options.csv.empty()) outputs.push_back(std::make_unique<CsvFile>(configuration, options.csv));
  outputs.push_back(std::move(table));]]
  NOTICED_BY vksort-bench-tests "bench/the_table_for_people_.*")
vksort_fault(full_stdout_growth "a file is finished although what was printed was lost" IN samples/bench/growth/growth.cpp
  FROM "    samples::requireWritten(stdout);" TO "" NOTICED_BY vksort-sample-tests "samples/full_output_.*" ${programs})
vksort_fault(full_stdout_embed "the embedding sample loses its line" IN samples/embed/embed.cpp
  FROM "  if (std::fflush(stdout) != 0) fail(\"stdout\", \"cannot be written\");" TO ""
  NOTICED_BY vksort-sample-tests "samples/(full|closed)_output_.*" ${programs})
vksort_fault(display_silent "a dead display is no word" IN samples/particles/main.cpp
  FROM "!options.offscreen && display.named()" TO "false"
  NOTICED_BY vksort-sample-tests "samples/a_display_that_.*" ${programs})
vksort_fault(display_window "a window that cannot be had is none" IN samples/particles/main.cpp
  FROM "  if (options.window) throw" TO "  if (false) throw" NOTICED_BY vksort-sample-tests "samples/a_display_that_.*" ${programs})
vksort_fault(display_without_device "a window that the device cannot draw to is none" IN samples/particles/onscreen.cpp
  FROM "  if (options.window) throw" TO "  if (false) throw"
  NOTICED_BY vksort-sample-tests "samples/a_window_that_the_device_.*" ${programs})

# Verdicts.
set(one_result "samples/one_result_of_the_benchmark_.*")
vksort_fault(verdict_of_last_row "the last row alone decides" IN samples/bench/session/session.cpp
  FROM "all_verified &= row" TO "all_verified = row" NOTICED_BY vksort-sample-tests ${one_result} ${programs})
vksort_fault(verdict_of_timed_passes "what is sorted while passes are timed does not count"
  IN samples/bench/breakdown/pass_times.cpp FROM "  breakdown.untimed.verified &= workload.verify(sort.run(), total - 1);" TO ""
  NOTICED_BY vksort-sample-tests ${one_result} ${programs})
vksort_fault(verdict_of_breakdown "the last size alone decides" IN samples/bench/breakdown/breakdown.cpp
  FROM "verified &= measured" TO "verified = measured" NOTICED_BY vksort-sample-tests ${one_result} ${programs})
vksort_fault(verdict_of_growth "a plan that is right is enough" IN samples/bench/growth/growth_report.cpp
  FROM "row.measured.verified && agrees(row)" TO "agrees(row)"
  NOTICED_BY vksort-sample-tests ${one_result} ${programs})
vksort_fault(verdict_of_plan "a plan may be wrong" IN samples/bench/growth/growth_report.cpp
  FROM "row.measured.verified && agrees(row)" TO "row.measured.verified" NOTICED_BY vksort-bench-tests "bench/growth_notices_.*")
vksort_fault(verdict_of_tune "a search among unsorted results is a success" IN samples/bench/tune/tune.cpp
  FROM "return timed.allVerified() ? 0 : 1;" TO "return 0;" NOTICED_BY vksort-sample-tests ${one_result} ${programs})
vksort_fault(verdict_of_embed "a wrong order is a success" IN samples/embed/embed.cpp
  FROM "return right ? 0 : 1;" TO "return 0;" NOTICED_BY vksort-sample-tests "samples/the_embedding_sample_.*" ${programs})
vksort_fault(verdict_of_verifier "the verifier's objection alone is none" IN samples/particles/report.cpp
  FROM " && run.verdicts.good()" TO ""
  NOTICED_BY vksort-sample-tests "samples/(a_run_fails_|a_run_in_which_the_verifier_).*" ${programs})
vksort_fault(verdict_stale "a verification that did not run says what it said before"
  IN samples/particles/sort/order_monitor.cpp
  FROM "context.device().vk.vkCmdFillBuffer(context.cmd(), context.buffer(results), context.frame() * kBytes, kBytes, 0);"
  TO "static_cast<void>(context);static_cast<void>(kBytes);"
  NOTICED_BY vksort-sample-tests "samples/a_run_in_which_the_verifier_.*" ${programs})
vksort_fault(verdict_missing "frames that nobody verified are good" IN samples/particles/report.cpp
  FROM "run.verdicts.frames() == run.frames" TO "true" NOTICED_BY vksort-sample-tests "samples/a_run_fails_.*")
vksort_fault(verdict_of_nothing "an order of no elements is good" IN samples/particles/report.cpp
  FROM "order.count == run.count && " TO "" NOTICED_BY vksort-sample-tests "samples/a_run_fails_.*")
vksort_fault(verdict_of_too_few "elements that are not drawn are not missed" IN samples/particles/sort/order_check.h
  FROM " && count == elements" TO "" NOTICED_BY vksort-sample-tests "samples/an_index_that_is_missing_.*")
vksort_fault(verdict_of_last_scene "the last scene of a contact sheet decides"
  IN samples/particles/offscreen/contact_sheet.cpp FROM "code = std::max(code, " TO "code = std::max(0, "
  NOTICED_BY vksort-sample-tests "samples/a_contact_sheet_of_which_.*" ${programs})
vksort_fault(verdict_of_validation "validation messages are no failure" IN samples/particles/main.cpp
  FROM "std::max(*code, 1)" TO "*code" NOTICED_BY vksort-sample-tests "samples/a_run_in_which_validation_.*" ${programs})

# Frames in flight.
set(waits "samples/a_frame_waits_.*")
set(early "samples/a_frame_that_is_prepared_early_.*")
vksort_fault(frame_before_draws "writes do not wait for the draw before" IN samples/particles/scene/declaration.h
  FROM "VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_VERTEX_SHADER_BIT" TO "VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT"
  NOTICED_BY vksort-sample-tests ${waits})
vksort_fault(frame_before_writes "what the frame before wrote is not made visible" IN samples/particles/scene/declaration.h
  FROM "VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT" TO "VK_ACCESS_SHADER_READ_BIT"
  NOTICED_BY vksort-sample-tests ${waits})
vksort_fault(frame_before_indices "indices are sorted while they are drawn" IN samples/particles/scene/elements.cpp
  FROM [[frame.import("indices", indices_, kStorage, kFrameBefore)]]
  TO [[frame.import("indices", indices_, kStorage, graph::kNoAccess)]] NOTICED_BY vksort-sample-tests ${waits})
vksort_fault(frame_before_motions "motions change while they are drawn" IN samples/particles/scenes/smoke.cpp
  FROM [[frame.import("motions", motions_, kStorage, kFrameBefore)]]
  TO [[frame.import("motions", motions_, kStorage, graph::kNoAccess)]] NOTICED_BY vksort-sample-tests ${waits})
vksort_fault(frame_shares_row "the camera of the next frame sorts this one" IN samples/particles/sort/depth_hook.cpp
  FROM "cameras_[frame].as<CameraBlock>()" TO "cameras_[0 * frame].as<CameraBlock>()" NOTICED_BY vksort-sample-tests ${early})
vksort_fault(frame_shares_panel "the text of the next frame is in this one" IN samples/particles/gui/overlay.cpp
  FROM "const auto vertices = triangles_[frame]" TO "const auto vertices = triangles_[0 * frame]"
  NOTICED_BY vksort-sample-tests ${early})
vksort_fault(frame_shares_set "the descriptors of a frame change while it is drawn" IN samples/particles/scene/program.cpp
  FROM "sets_[pass.frame()]" TO "sets_[0]" NOTICED_BY vksort-sample-tests "${waits}|${early}")
vksort_fault(frame_not_waited "a frame is taken for done that is not" IN samples/particles/frame/frame_queue.cpp
  FROM "VK_TRUE, std::numeric_limits<uint64_t>::max()" TO "VK_TRUE, 0"
  NOTICED_BY vksort-sample-tests ${early})
vksort_fault(frame_before_words "words are packed while they are unpacked" IN samples/particles/ways/rungs.cpp
  FROM "words_, kStorage, kFrameBefore" TO "words_, kStorage, graph::kNoAccess"
  NOTICED_BY vksort-sample-tests "samples/a_frame_of_words_.*")
vksort_fault(frame_used_after_its_end "what frames in flight use goes before they end"
  IN samples/particles/frame/frame_queue.cpp FROM "{ device_->vk.vkDeviceWaitIdle(device_->handle()); }" TO "{}"
  NOTICED_BY vksort-sample-tests "samples/frames_in_flight_are_.*")
set(sets "samples/frames_in_flight_have_.*")
vksort_fault(frame_sets_of_one "there are descriptors for one frame's sort" IN samples/particles/sort/depth_sorter.cpp
  FROM "frames, frames * vksort::kDescriptorsPerSet" TO "frames, vksort::kDescriptorsPerSet"
  NOTICED_BY vksort-sample-tests ${sets})
vksort_fault(frame_sets_of_one_look "there are descriptors for one of two verifications"
  IN samples/particles/sort/order_monitor.cpp FROM "2 * frames * vksort::kVerify" TO "frames * vksort::kVerify"
  NOTICED_BY vksort-sample-tests ${sets})
vksort_fault(frame_before_its_image "the image is touched before it is acquired"
  IN samples/particles/frame/frame_graph.cpp FROM "VK_IMAGE_LAYOUT_UNDEFINED, graph::kAcquired)"
  TO "VK_IMAGE_LAYOUT_UNDEFINED, graph::kNoAccess)" NOTICED_BY vksort-sample-tests ${early})
vksort_fault(frame_image_waits_late "drawing does not wait for the image" IN samples/particles/frame/frame_queue.cpp
  FROM "stage = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT" TO "stage = VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT"
  NOTICED_BY vksort-sample-tests "samples/a_frame_waits_for_its_image_.*")
vksort_fault(frame_verdict_unseen "the host reads results that it may not see" IN samples/particles/sort/order_monitor.cpp
  FROM "graph::kHostRead" TO "graph::kTransferRead" NOTICED_BY vksort-sample-tests ${early})
vksort_fault(frame_picture_unseen "the host reads a picture that it may not see" IN samples/particles/picture/readback.cpp
  FROM [[kLayout, context.buffer(to), 1,
                                                 &region);
    });
    read.graph.exportBuffer(to, graph::kHostRead);]] TO [[kLayout, context.buffer(to), 1,
                                                 &region);
    });
    read.graph.exportBuffer(to, graph::kTransferRead);]] NOTICED_BY vksort-sample-tests ${early})
vksort_fault(frame_seen_unseen "the host reads a number of elements that it may not see" IN samples/particles/ways/seen.cpp
  FROM "frame.graph.exportBuffer(report, graph::kHostRead);" TO "frame.graph.exportBuffer(report, graph::kNoAccess);"
  NOTICED_BY vksort-sample-tests "samples/a_frame_of_other_scenes_.*")
set(memory "samples/what_the_host_writes_for_a_frame_.*")
vksort_fault(frame_lists_unflushed "lists of groups stay in the host's cache" IN samples/particles/ways/grouped.cpp
  FROM "  uploads_[frame].flush();\n" TO "" NOTICED_BY vksort-sample-tests ${memory})
vksort_fault(frame_camera_unflushed "the camera's row stays in the host's cache" IN samples/particles/sort/depth_hook.cpp
  FROM "  cameras_[frame].flush();\n" TO "" NOTICED_BY vksort-sample-tests ${memory})
vksort_fault(frame_atlas_unflushed "letters stay in the host's cache" IN samples/particles/gui/overlay.cpp
  FROM "  atlas_.flush();\n" TO "" NOTICED_BY vksort-sample-tests ${memory})
vksort_fault(frame_vertices_unflushed "vertices of the panel stay in the host's cache" IN samples/particles/gui/overlay.cpp
  FROM "  triangles_[frame].vertices.flush();\n" TO "" NOTICED_BY vksort-sample-tests ${memory})
vksort_fault(frame_indices_unflushed "indices of the panel stay in the host's cache" IN samples/particles/gui/overlay.cpp
  FROM "  triangles_[frame].indices.flush();\n" TO "" NOTICED_BY vksort-sample-tests ${memory})
vksort_fault(frame_verdict_stale "a verdict is that of the host's cache" IN samples/particles/sort/order_monitor.cpp
  FROM "    look.results.invalidate();\n" TO "" NOTICED_BY vksort-sample-tests ${memory})
vksort_fault(frame_seen_stale "how many are seen is that of the host's cache" IN samples/particles/ways/seen.cpp
  FROM "  report_.invalidate();\n" TO "" NOTICED_BY vksort-sample-tests ${memory})
vksort_fault(frame_picture_stale "a picture is that of the host's cache" IN samples/particles/picture/readback.cpp
  FROM "  buffer.invalidate();\n" TO "" NOTICED_BY vksort-sample-tests ${memory})

# Measurements.
vksort_fault(bytes_written_alone "what a sort reads is not moved" IN samples/particles/sort/depth_sorter.cpp
  FROM "plan.bytes_read + plan.bytes_written" TO "plan.bytes_written"
  NOTICED_BY vksort-sample-tests "samples/bytes_of_a_sort_are_told_.*")
vksort_fault(rate_of_quickest "the copy rate is that of the quickest round" IN samples/bench/measure/bandwidth.cpp
  FROM "seconds[seconds.size() / 2]" TO "seconds.front()" NOTICED_BY vksort-bench-tests "bench/the_copy_rate_.*")
vksort_fault(rate_of_half "a copy reads and writes" IN samples/bench/measure/bandwidth.cpp
  FROM "2.0 * static_cast<double>(copied)" TO "1.0 * static_cast<double>(copied)"
  NOTICED_BY vksort-bench-tests "bench/the_copy_rate_.*")

# Steps of sorts.
set(steps "samples/(both_sorts_that_are_shown|every_comparator_that_is|every_digit_that_is)_.*")
vksort_fault(steps_unstable "equal keys are exchanged or not as it comes" IN samples/particles/steps/bitonic_walk.cpp
  FROM ": a.index > b.index;" TO ": false;" NOTICED_BY vksort-sample-tests ${steps})
vksort_fault(steps_not_mirrored "merges begin with plain strides" IN samples/particles/steps/bitonic_walk.cpp
  FROM "walk.lists.back(), run - 1," TO "walk.lists.back(), run / 2," NOTICED_BY vksort-sample-tests ${steps})
vksort_fault(steps_digit_backwards "elements of a digit come in reverse" IN samples/particles/steps/radix_walk.cpp
  FROM "for (std::size_t i = 0; i < step.places.size(); ++i) step" TO "for (std::size_t i = step.places.size(); i-- > 0;) step"
  NOTICED_BY vksort-sample-tests ${steps})
vksort_fault(steps_last_bits "the last digit is not sorted by" IN samples/particles/steps/radix_walk.cpp
  FROM "shift < bits; shift += digit_bits" TO "shift + digit_bits <= bits; shift += digit_bits"
  NOTICED_BY vksort-sample-tests ${steps})
vksort_fault(steps_picture_of_another "the bars are those before the first step" IN samples/particles/steps/view.cpp
  FROM "elements = walk.lists[at.step]" TO "elements = walk.lists[0 * at.step]"
  NOTICED_BY vksort-sample-tests "samples/a_picture_of_a_step_.*" ${programs})
vksort_fault(steps_stand_still "a step that is half done looks as if it had not begun" IN samples/particles/steps/view.cpp
  FROM "(to - from) * eased(at.share)" TO "(to - from) * eased(0.0F)"
  NOTICED_BY vksort-sample-tests "samples/a_picture_of_a_step_.*" ${programs})
vksort_fault(steps_beyond "a step past the last one is the last one" IN samples/particles/steps_offscreen.cpp
  FROM "options.step > static_cast<double>(walk.steps.size())" TO "options.step < 0.0"
  NOTICED_BY vksort-sample-tests "samples/steps_that_there_are_not_.*" ${programs})

# The window.
set(images "samples/images_of_a_window_.*")
vksort_fault(window_height_of_the_width "images are as high as they should be wide"
  IN samples/particles/window/swapchain.cpp FROM "std::clamp(wanted.height, can.minImageExtent.height, can.maxImageExtent.height)"
  TO "std::clamp(wanted.width, can.minImageExtent.height, can.maxImageExtent.height)"
  NOTICED_BY vksort-sample-tests ${images})
vksort_fault(window_images_too_many "there are more images than the surface takes" IN samples/particles/window/swapchain.cpp
  FROM "  if (can.maxImageCount != 0) info.minImageCount = std::min(info.minImageCount, can.maxImageCount);\n" TO ""
  NOTICED_BY vksort-sample-tests ${images})
set(window "samples/the_window_draws_.*")
vksort_fault(window_split_sides "the sides of the split screen are exchanged" IN samples/particles/viewer/graphs.cpp
  FROM "compare_->compare((error ? *other_ : graph).image(frame), (error ? graph : *other_).image(frame));"
  TO "compare_->compare((error ? graph : *other_).image(frame), (error ? *other_ : graph).image(frame));"
  NOTICED_BY vksort-sample-tests ${window} ${programs})
vksort_fault(window_error_one_way "where the picture is too bright there is no error" IN shaders/particles/compare.frag
  FROM "abs(right - seen)" TO "right - seen" NOTICED_BY vksort-sample-tests ${window} ${programs})
vksort_fault(window_picture_of_another_color "red and blue of a saved picture are exchanged"
  IN samples/particles/picture/readback.cpp FROM "if (format == VK_FORMAT_B8G8R8A8_UNORM)" TO "if (false)"
  NOTICED_BY vksort-sample-tests ${window} ${programs})
vksort_fault(window_hidden_drawn "a window that is not there is drawn to" IN samples/particles/window/display.cpp
  FROM " && glfwGetWindowAttrib(window_, GLFW_VISIBLE) == GLFW_TRUE" TO ""
  NOTICED_BY vksort-sample-tests ${window} ${programs})
vksort_fault(window_output_forgotten "the picture of the last frame is not written"
  IN samples/particles/viewer/session_output.cpp FROM "    savePicture(options_.output, false);\n" TO ""
  NOTICED_BY vksort-sample-tests ${window} ${programs})
vksort_fault(window_camera_stays "R leaves the camera where it is"
  IN samples/particles/viewer/session_controls.cpp FROM [[    case Action::reset_camera:
      state_.camera = Camera(allScenes()[wanted_.scene].camera);]] TO "    case Action::reset_camera:"
  NOTICED_BY vksort-sample-tests ${window} ${programs})
vksort_fault(window_loss_is_the_end "a lost device ends the program" IN samples/particles/onscreen.cpp
  FROM "if (!isLoss(error.result())) throw;" TO "if (isLoss(error.result())) throw;"
  NOTICED_BY vksort-sample-tests "samples/a_window_goes_on_.*" ${programs})
vksort_fault(window_hidden_spins "a hidden window takes all of a processor" IN samples/particles/viewer/session.cpp
  FROM "window_.poll(true);" TO "window_.poll(false);" NOTICED_BY vksort-sample-tests ${window} ${programs})
vksort_fault(window_quiet_spins "a window in which nothing moves takes all of a processor"
  IN samples/particles/viewer/session.cpp FROM "window_.rest();" TO "window_.poll(false);"
  NOTICED_BY vksort-sample-tests "samples/a_window_in_which_nothing_moves_.*" ${programs})
vksort_fault(window_height_ignored "a window that changes in height alone is drawn to as before"
  IN samples/particles/viewer/session.cpp FROM " || now.height != size_.height" TO ""
  NOTICED_BY vksort-sample-tests ${window} ${programs})
vksort_fault(window_width_ignored "a window that changes in width alone is drawn to as before"
  IN samples/particles/viewer/session.cpp FROM " || now.width != size_.width" TO ""
  NOTICED_BY vksort-sample-tests ${window} ${programs})
vksort_fault(window_vsync_ignored "turning vsync off does nothing" IN samples/particles/viewer/session_controls.cpp
  FROM "  if (wanted_.vsync != before.vsync) stale_ = true;\n" TO ""
  NOTICED_BY vksort-sample-tests ${window} ${programs})
vksort_fault(window_vsync_forgotten "the frame in which the key V is pressed forgets it"
  IN samples/particles/viewer/session.cpp FROM "if (!swapchain_.present(*image)) stale_ = true;"
  TO "stale_ = !swapchain_.present(*image);" NOTICED_BY vksort-sample-tests ${window} ${programs})
set(first "samples/a_window_that_sorts_some_frames_.*")
vksort_fault(window_first_kept "the first frame is drawn in an order that nobody wrote"
  IN samples/particles/viewer/session.cpp FROM "sortsFrame(wanted_, stage_frames_)" TO "sortsFrame(wanted_, stage_frames_ + 1)"
  NOTICED_BY vksort-sample-tests ${first} ${programs})
vksort_fault(window_first_of_an_order_kept "the first of some frames keeps what was drawn without a sort"
  IN samples/particles/viewer/session.cpp FROM "stage_frames_ = 0;  // the first one sorts" TO "stage_frames_ += 0;"
  NOTICED_BY vksort-sample-tests ${first} ${programs})
vksort_fault(window_first_of_a_stage_kept "the first frame of another scene keeps an order that nobody wrote"
  IN samples/particles/viewer/session.cpp FROM "  stage_frames_ = 0;\n  sort_ms_.clear();" TO "  sort_ms_.clear();"
  NOTICED_BY vksort-sample-tests ${first} ${programs})
set(verifies "samples/a_window_verifies_.*")
vksort_fault(window_tells_of_steps "what is told of the last frame is of a list" IN samples/particles/viewer/session.cpp
  FROM "  if (staged_.shown != Shown::steps) {\n    last_ = {slot_" TO "  {\n    last_ = {slot_"
  NOTICED_BY vksort-sample-tests ${verifies} ${programs})
vksort_fault(window_unsaved_is_the_end "a picture that cannot be saved ends the program"
  IN samples/particles/viewer/session_output.cpp FROM "catch (const std::runtime_error& error)"
  TO "catch (const std::logic_error& error)" NOTICED_BY vksort-sample-tests ${verifies} ${programs})
vksort_fault(window_saves_over "a picture is saved over another" IN samples/particles/viewer/save.cpp
  FROM "if (!std::filesystem::exists(name, ignored)) return name;" TO "return name;"
  NOTICED_BY vksort-sample-tests "samples/a_picture_is_saved_.*")
set(again "samples/a_window_that_is_lost_again_.*")
vksort_fault(window_loss_for_ever "a device that is lost each time is begun with again and again"
  IN samples/particles/onscreen.cpp FROM "if (losses >= kMostLosses)" TO "if (losses > 1000000)"
  NOTICED_BY vksort-sample-tests ${again} ${programs})
vksort_fault(window_loss_counts_alone "losses one after the other have nothing to do with each other"
  IN samples/particles/onscreen.cpp FROM "state.frames >= lost_at + kEnoughFrames" TO "state.frames >= lost_at"
  NOTICED_BY vksort-sample-tests ${again} ${programs})
vksort_fault(window_scale_ignored "--scale does nothing" IN samples/particles/viewer/session.cpp
  FROM "options.scale.value_or(window.scale())" TO "window.scale()"
  NOTICED_BY vksort-sample-tests "samples/a_window_closes_after_.*" ${programs})
vksort_fault(window_never_small "a software driver draws as much as a GPU" IN samples/particles/viewer/stages.cpp
  FROM "return software ? scene.count / 2 : scene.gpu_count;" TO "return scene.gpu_count + (software ? 0 : 0);"
  NOTICED_BY vksort-sample-tests "samples/a_window_of_a_software_.*" ${programs})
set(control "samples/(whatever_is_chosen|numbers_of_the_window|the_mouse_is|a_list_is_played)_.*")
vksort_fault(control_last_choice_lost "what was chosen last gives way" IN samples/particles/controls/wanted.cpp
  FROM "  giveUp(result, before, false);" TO "" NOTICED_BY vksort-sample-tests ${control})
vksort_fault(control_count_unbounded "the count may be any" IN samples/particles/controls/wanted.cpp
  FROM "std::clamp(wanted.count, 1U, std::max(1U, most))" TO "std::max(1U, std::min(wanted.count, most + 1))"
  NOTICED_BY vksort-sample-tests ${control})
vksort_fault(control_every_of_the_slider "--sort-every is at most what the slider reaches"
  IN samples/particles/controls/wanted.cpp FROM "std::max(1U, wanted.every)" TO "std::clamp(wanted.every, 1U, kMostEvery)"
  NOTICED_BY vksort-sample-tests ${control})
vksort_fault(control_every_frame "a window sorts every frame whatever is asked for"
  IN samples/particles/viewer/stages.cpp FROM "    wanted.order = Order::some_frames;\n" TO ""
  NOTICED_BY vksort-sample-tests "samples/a_window_begins_with_.*")
vksort_fault(control_click_through "a drag on a control turns the camera too" IN samples/particles/controls/pointer.cpp
  FROM "  if (covered()) return;" TO "" NOTICED_BY vksort-sample-tests ${control})
vksort_fault(control_step_too_far "a step from the middle of a step goes too far" IN samples/particles/viewer/player.cpp
  FROM "std::floor(wanted.list.step) + 1.0" TO "std::round(wanted.list.step) + 1.0"
  NOTICED_BY vksort-sample-tests ${control})
vksort_fault(control_measure_nothing "measuring the order measures nothing" IN samples/particles/viewer/stages.cpp
  FROM "options.verify || wanted.measure" TO "options.verify"
  NOTICED_BY vksort-sample-tests "samples/every_control_.*" FULL ${programs})
vksort_fault(control_marks_forget_nothing "a list that opens again does not say where it is"
  IN samples/particles/controls/marks.cpp FROM "!entry.second.seen" TO "false && !entry.second.seen"
  NOTICED_BY vksort-sample-tests "samples/every_control_.*" FULL ${programs})
set(kernels "samples/sorters_have_.*")
vksort_fault(control_floor_ignored "--kernels floor is any path" IN samples/particles/sort/depth_sorter.cpp
  FROM "if (wish.kernels == Kernels::floor) info.path = vksort::Path::floor;" TO ""
  NOTICED_BY vksort-sample-tests ${kernels})
vksort_fault(control_subgroups_ignored "--kernels no-subgroups has subgroups" IN samples/particles/sort/depth_sorter.cpp
  FROM "if (wish.kernels == Kernels::no_subgroups) info.enabled_features &= ~vksort::kFullSubgroups;" TO ""
  NOTICED_BY vksort-sample-tests ${kernels})
vksort_fault(control_ties_ignored "--ties any is by index" IN samples/particles/sort/depth_sorter.cpp
  FROM "if (ties == Ties::any) ordering.ties = vksort::Ties::any;" TO "(void)ties;"
  NOTICED_BY vksort-sample-tests ${kernels})
set(per_second "samples/frames_and_keys_per_second_.*")
vksort_fault(meter_counts_across_rests "frames from before a rest are counted into the time behind it"
  IN samples/particles/viewer/meter.h FROM "      frames_ = 0;\n      return" TO "      return"
  NOTICED_BY vksort-sample-tests ${per_second})
vksort_fault(keys_per_millisecond "keys per second are those of a millisecond" IN samples/particles/controls/facts.cpp
  FROM "1000.0 * count" TO "1.0 * count" NOTICED_BY vksort-sample-tests ${per_second})
vksort_fault(seconds_per_frame "ms per frame are seconds" IN samples/particles/report.cpp
  FROM "run.seconds * 1000.0" TO "run.seconds" NOTICED_BY vksort-sample-tests "samples/a_run_fails_.*")
vksort_fault(keys_fused_where_slow "keys are fused of many elements and not of few" IN samples/particles/sort/choice.cpp
  FROM "count < kSeparateFrom" TO "count >= kSeparateFrom" NOTICED_BY vksort-sample-tests "samples/keys_are_fused_.*")

# Options that do not go together.
set(refused "samples/refuses_wrong_options_.*")
vksort_fault(options_lost_in_a_window "a window drops what is asked for of frames" IN samples/particles/options.cpp
  FROM "refuseBeside(window, {sequence, stats, orbit, repairs_some})" TO "refuseBeside(window, {repairs_some})"
  NOTICED_BY vksort-sample-tests ${refused} ${programs})
vksort_fault(options_lost_in_steps "a picture of a step drops what is asked for of frames"
  IN samples/particles/options.cpp FROM "refuseBeside(steps, {sequence, stats, orbit})" TO "refuseBeside(steps, {})"
  NOTICED_BY vksort-sample-tests ${refused} ${programs})
vksort_fault(options_sheet_of_steps "steps are drawn and no contact sheet" IN samples/particles/options.cpp
  FROM ", window, steps});" TO ", window});" NOTICED_BY vksort-sample-tests ${refused} ${programs})
vksort_fault(options_of_frames_open_a_window "where there is a display, what is asked for of frames is dropped"
  IN samples/particles/options.cpp FROM "if (needsOffscreen(options))" TO "if (needsOffscreen(options) && options.window)"
  NOTICED_BY vksort-sample-tests "samples/a_display_that_.*" ${programs})
vksort_fault(options_repair_lost_in_a_window "a window that sorts some frames drops --coherent"
  IN samples/particles/options.cpp FROM "repairs_some{repairsSome(options)," TO "repairs_some{options.offscreen && repairsSome(options),"
  NOTICED_BY vksort-sample-tests ${refused} ${programs})
vksort_fault(options_repair_opens_a_window "where there is a display, some frames are sorted and not repaired"
  IN samples/particles/options.cpp FROM " || repairsSome(options);" TO ";"
  NOTICED_BY vksort-sample-tests "samples/a_display_that_.*" ${programs})
set(unused "samples/options_that_nothing_.*")
vksort_fault(options_steps_without_a_list "options of a list are dropped where none is drawn"
  IN samples/particles/options.cpp FROM "need(name, \"--steps or a window\");" TO "(void)name;" NOTICED_BY vksort-sample-tests ${unused})
vksort_fault(options_digits_of_bitonic "a network has digits" IN samples/particles/options.cpp
  FROM "need(\"--digit-bits\", \"--steps radix or a window\");" TO "(void)need;" NOTICED_BY vksort-sample-tests ${unused})
vksort_fault(options_controls_of_nothing "controls are told where there is no window" IN samples/particles/options.cpp
  FROM "  need(\"--log-controls\", \"a window\");\n" TO "" NOTICED_BY vksort-sample-tests ${unused})
vksort_fault(options_scene_of_a_sheet "the contact sheet drops the scene" IN samples/particles/options.cpp
  FROM "{{app.count(\"--scene\") != 0, \"--scene\"}}" TO "{{false, \"--scene\"}}" NOTICED_BY vksort-sample-tests ${unused})
vksort_fault(options_scene_of_steps "a picture of a step drops what is asked of a scene"
  IN samples/particles/options.cpp FROM "{{app.count(name) != 0, name}}" TO "{{false, name}}"
  NOTICED_BY vksort-sample-tests ${unused})
vksort_fault(options_device_of_a_window "a window takes any device" IN samples/particles/onscreen.cpp
  FROM "gpu::selectDevice(instance, options.device)" TO "gpu::selectDevice(instance, {})"
  NOTICED_BY vksort-sample-tests "samples/a_window_that_the_device_.*" ${programs})
vksort_fault(options_up_ignored "--up does nothing" IN samples/particles/options.cpp
  FROM "readPoints(*options.points, options.up, " TO "readPoints(*options.points, std::nullopt, "
  NOTICED_BY vksort-sample-tests "samples/the_option_up_.*")
vksort_fault(options_up_exchanged "--up y is that of another axis" IN samples/particles/options.cpp
  FROM "options.up = Up::y;" TO "options.up = Up::minus_y;" NOTICED_BY vksort-sample-tests "samples/the_option_up_.*")

# What the benchmark moves.
set(moved "bench/words_that_are_moved_.*")
vksort_fault(pieces_put_at_one_place "each piece goes where the first one is" IN samples/bench/input/transfer.cpp
  FROM "up_, to, {0, (first + done) * 4" TO "up_, to, {0, first * 4" NOTICED_BY vksort-bench-tests ${moved})
vksort_fault(pieces_taken_from_one_place "each piece comes from where the first one is"
  IN samples/bench/input/transfer.cpp FROM "down_, {(first + done) * 4" TO "down_, {first * 4"
  NOTICED_BY vksort-bench-tests ${moved})
vksort_fault(plot_lends_nothing "sorts in lent memory are drawn as if in place" IN samples/bench/plot
  FROM [[$22 > 0 ? lent : $1]] TO [[$22 < 0 ? lent : $1]] NOTICED_BY vksort-bench-tests "bench/every_plot_is_drawn_as_svg_and_png")
vksort_fault(plot_ties_untold "the legend says ties by value of any ties" IN samples/bench/plot
  FROM [[rule == "any" ? ", any ties" : ]] TO "" NOTICED_BY vksort-bench-tests "bench/every_plot_is_drawn_as_svg_and_png")

# What a second outsider found.
set(measured "bench/a_measurement_is_the_median_.*")
vksort_fault(warm_ups_counted "warm-ups are timed rounds" IN samples/bench/measure/measure.cpp
  FROM "for (std::uint32_t i = rounds.warm_ups; i < total; ++i) {" TO "for (std::uint32_t i = 0; i < total; ++i) {"
  NOTICED_BY vksort-bench-tests ${measured})
vksort_fault(median_is_the_least "the median is the quickest round" IN samples/bench/measure/median.h
  FROM "return values[values.size() / 2];" TO "return values.front();" NOTICED_BY vksort-bench-tests ${measured})
vksort_fault(rounds_alike "every round has the same input" IN samples/bench/input/workload.cpp
  FROM "std::uint64_t{round} * 7919" TO "std::uint64_t{round} / 7919"
  NOTICED_BY vksort-bench-tests "bench/rounds_are_of_fresh_input_.*")
vksort_fault(nearly_no_more "what is nearly sorted is so in the first round alone" IN samples/bench/input/input.cpp
  FROM " || distribution == D::nearly" TO "" NOTICED_BY vksort-bench-tests "bench/rounds_are_of_fresh_input_.*")
vksort_fault(ratio_upside_down "other systems are as many times as quick as they are slow" IN samples/bench/output/table.cpp
  FROM "m.median_us / anchor.gpu_us" TO "anchor.gpu_us / m.median_us"
  NOTICED_BY vksort-bench-tests "bench/the_table_for_people_has_.*")
vksort_fault(window_groups_unsorted "what is drawn unsorted is looked for in its group" IN samples/particles/report.cpp
  FROM "if (!run.sorting && !run.kept) rule" TO "if (run.count == 0) rule" NOTICED_BY vksort-sample-tests
  "samples/a_window_that_closes_while_sorting_is_off_tells_the_order" ${programs})

# Files of their own.
set(own "samples/refuses_to_write_what_it_reads_.*")
set(own_files samples/particles/own_files.cpp)
vksort_fault(own_files_unasked "nobody asks whether files are the same" IN samples/particles/main.cpp
  FROM "  requireOwnFiles(options);\n" TO "" NOTICED_BY vksort-sample-tests ${own} ${programs})
vksort_fault(own_points "the file of points is overwritten" IN ${own_files}
  FROM "if (options.points) others" TO "if (false) others" NOTICED_BY vksort-sample-tests ${own} ${programs})
vksort_fault(own_stats "numbers of frames overwrite the points" IN ${own_files}
  FROM "requireOther(stats, other);" TO "(void)other;" NOTICED_BY vksort-sample-tests ${own} ${programs})
vksort_fault(own_output "the last picture overwrites the numbers of frames" IN ${own_files}
  FROM "requireOther(output, other);" TO "(void)other;" NOTICED_BY vksort-sample-tests ${own} ${programs})
vksort_fault(own_sequence "a picture of the sequence overwrites another file" IN ${own_files}
  FROM "requireOther(picture, other);" TO "(void)other;" NOTICED_BY vksort-sample-tests ${own} ${programs})
vksort_fault(own_sequence_output "the last picture overwrites one of the sequence" IN ${own_files}
  FROM "if (frame + 1 != frames) requireOther(output, picture);" TO "(void)output;"
  NOTICED_BY vksort-sample-tests ${own} ${programs})
vksort_fault(own_last_frame "the last picture may not be that of the sequence" IN ${own_files}
  FROM "if (frame + 1 != frames) " TO "" NOTICED_BY vksort-sample-tests ${own} ${programs})
vksort_fault(own_every_frame "pictures that are not drawn are in the way" IN ${own_files}
  FROM "frame += options.every" TO "++frame" NOTICED_BY vksort-sample-tests ${own} ${programs})
vksort_fault(same_file_by_links "a link is a file of its own" IN samples/common/files/whole_file.cpp
  FROM "a = behindLinks(one), b = behindLinks(other);" TO "a = one, b = other;"
  NOTICED_BY vksort-sample-tests "samples/a_file_is_the_same_.*")
vksort_fault(same_file_by_folder "files of one folder are the same" IN samples/common/files/whole_file.cpp
  FROM "return a.filename() == b.filename() && " TO "return "
  NOTICED_BY vksort-sample-tests "samples/a_file_is_the_same_.*")

# Options that would be dropped.
vksort_fault(dropped_beside_points "options that do not go with --write-points are dropped" IN samples/particles/options.cpp
  FROM "    requireOfPoints(app);\n" TO "    (void)requireOfPoints;\n"
  NOTICED_BY vksort-sample-tests "samples/options_that_say_nothing_.*")
vksort_fault(written_points_any_name "points are written to a file that is not read again" IN samples/particles/options.cpp
  FROM "if (!text.ends_with(\".ply\"))" TO "if (false)"
  NOTICED_BY vksort-sample-tests "samples/refuses_wrong_options_.*" ${programs})
vksort_fault(dropped_beside_sort_off "--sort-every is dropped with --sort off" IN samples/particles/options.cpp
  FROM "if (!options.sorting)\n" TO "if (false)\n"
  NOTICED_BY vksort-sample-tests "samples/options_that_nothing_.*")

# What the window asks for.
vksort_fault(window_nothing_drawn "no picture is written, and nothing said" IN samples/particles/viewer/session_output.cpp
  FROM "if (!graphs_) throw" TO "if (!graphs_) return 0;\n    if (false) throw"
  NOTICED_BY vksort-sample-tests "samples/a_window_that_closes_before_.*")
vksort_fault(window_sorts_once "of some frames the first one alone is sorted" IN samples/particles/controls/wanted.cpp
  FROM "frame % wanted.every == 0" TO "frame == 0"
  NOTICED_BY vksort-sample-tests "samples/every_frame_is_sorted_or_.*")
vksort_fault(window_counts_no_frames "every frame behind the first has one number" IN samples/particles/viewer/session.cpp
  FROM "sortsFrame(wanted_, stage_frames_)" TO "sortsFrame(wanted_, stage_frames_ == 0 ? 0 : 1)"
  NOTICED_BY vksort-sample-tests "samples/a_window_that_sorts_some_frames_sorts_the_nth_.*" ${programs})
set(clock "samples/steps_are_due_once_.*")
vksort_fault(window_steps_again "steps that were taken are due again" IN samples/particles/window/step_clock.cpp
  FROM "  pending_ -= steps * kStep;\n" TO "" NOTICED_BY vksort-sample-tests ${clock})
vksort_fault(window_steps_catch_up "a slow device falls behind more and more" IN samples/particles/window/step_clock.cpp
  FROM "std::min(kMost, pending_ + " TO "(0.0 * kMost + pending_ + " NOTICED_BY vksort-sample-tests ${clock})
vksort_fault(window_steps_while_paused "time goes on while nothing moves" IN samples/particles/window/step_clock.cpp
  FROM "  last_ = now;\n" TO "  if (!paused) last_ = now;\n" NOTICED_BY vksort-sample-tests ${clock})
vksort_fault(window_memory_twice "more elements than memory holds may be asked for" IN samples/particles/viewer/stages.cpp
  FROM "largest / 2 / kBytes" TO "largest * 2 / kBytes"
  NOTICED_BY vksort-sample-tests "samples/a_window_allows_as_many_.*")
