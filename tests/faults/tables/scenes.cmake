# Faults in the viewer's scenes, the ways to sort them, files of points, and what a run offscreen leaves.
set(viewer ALSO vksort-particles)
set(particles samples/particles)
set(seen "samples/as_many_elements_.*")

# What can be seen.
vksort_fault(seen_without_radius "an element is its middle" IN shaders/particles/cull/seen.glsl
  FROM "const float width = z + far_x" TO "const float width = z"
  NOTICED_BY vksort-sample-tests ${seen})
vksort_fault(seen_too_near "what is too near is sorted" IN shaders/particles/cull/seen.glsl
  FROM "z > PARTICLES_CULL_NEAR && " TO "" NOTICED_BY vksort-sample-tests ${seen})
vksort_fault(seen_blocks "all blocks of an invocation begin at one place" IN shaders/particles/cull/place.comp
  FROM "    start += seen;" TO "" NOTICED_BY vksort-sample-tests ${seen})
vksort_fault(seen_count "one element too many is drawn" IN shaders/particles/cull/place.comp
  FROM "arguments[1] = all;" TO "arguments[1] = all + 1u;" NOTICED_BY vksort-sample-tests ${seen})
vksort_fault(seen_hidden_lost "what cannot be seen is lost" IN shaders/particles/cull/write.comp
  FROM "drawn + index - place" TO "drawn + place" NOTICED_BY vksort-sample-tests "samples/(glass|splats)_.*|${seen}")
vksort_fault(seen_before_draws "arguments change while they are drawn" IN ${particles}/ways/seen.cpp
  FROM "VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT,"
  TO "VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,"
  NOTICED_BY vksort-sample-tests "samples/a_frame_of_other_scenes_.*")
vksort_fault(seen_report_shared "a frame says what another one drew" IN ${particles}/ways/seen.cpp
  FROM "report_.as<VkDrawIndirectCommand>()[frame]" TO "report_.as<VkDrawIndirectCommand>()[1 - frame]"
  NOTICED_BY vksort-sample-tests ${seen})

# Groups.
vksort_fault(groups_smaller_one "the smaller group is as large as the others" IN shaders/particles/groups/places.glsl
  FROM "(at > last ? missing : 0u)" TO "0u" NOTICED_BY vksort-sample-tests "samples/fireworks_are_.*")
vksort_fault(groups_nearest_first "near groups are drawn first" IN ${particles}/scene/groups.cpp
  FROM "depths[a] > depths[b]" TO "depths[a] < depths[b]" NOTICED_BY vksort-sample-tests "samples/groups_.*")
vksort_fault(groups_unstable_places "groups behind the smaller one leave a gap" IN ${particles}/scene/groups.cpp
  FROM "(place > last_place_ ? missing : 0)" TO "0" NOTICED_BY vksort-sample-tests "samples/(groups_lie|fireworks_).*")
vksort_fault(groups_not_verified "the verifier sees no groups" IN shaders/particles/groups/words.comp
  FROM "push.key_type), at)" TO "push.key_type), 0u)" NOTICED_BY vksort-sample-tests "samples/fireworks_are_.*")
vksort_fault(groups_of_next_frame "the lists of the next frame sort this one" IN ${particles}/ways/grouped.cpp
  FROM "uploads_[context.frame()].handle()" TO "uploads_[1 - context.frame()].handle()"
  NOTICED_BY vksort-sample-tests "samples/(fireworks_are|frames_between)_.*")

# Other ways.
vksort_fault(kept_is_unsorted "a frame between two sorts is not in order" IN ${particles}/ways/whole.cpp
  FROM "sorting == Sorting::keep ? KeyOrder::reordered : KeyOrder::own" TO "KeyOrder::own"
  NOTICED_BY vksort-sample-tests "samples/frames_between_.*")
vksort_fault(kept_drawn_keys "what is not drawn is judged too" IN shaders/particles/keys.comp
  FROM "if (place >= arguments[1]) depth" TO "if (place >= arguments[1] + 9999u) depth"
  NOTICED_BY vksort-sample-tests "samples/a_kept_frame_.*")
vksort_fault(rung_nearest_first "a rung sorts near ones first" IN shaders/particles/pack.comp
  FROM " ^ (0xffffffffu << push.packing.index_bits)" TO "" NOTICED_BY vksort-sample-tests "samples/every_rung_.*")
vksort_fault(rung_padding_first "what pads a rung comes first" IN shaders/particles/pack.comp
  FROM "uint word = 0xffffffffu;" TO "uint word = 0u;" NOTICED_BY vksort-sample-tests "samples/every_rung_.*")
vksort_fault(packed_unpacked "packed keys are sorted as depths" IN ${particles}/ways/rungs.cpp
  FROM "  wish.packed = true;\n" TO "" NOTICED_BY vksort-sample-tests "samples/every_rung_.*")
vksort_fault(coherent_unsorted "a coherent sort keeps the order" IN ${particles}/ways/whole.cpp
  FROM "if (sorts && coherent_) order = KeyOrder::last;" TO "if (sorts && coherent_) order = KeyOrder::reordered;"
  NOTICED_BY vksort-sample-tests "samples/a_coherent_sort_draws_.*")
vksort_fault(radix_told_in_place "what is told is of sorts in place" IN ${particles}/sort/depth_sorter.cpp
  FROM "made.scratchBytes(count) != 0" TO "false" NOTICED_BY vksort-sample-tests "samples/radix_sorts_draw_.*")
vksort_fault(radix_not_asked_for "what is to be radix is sorted in place" IN ${particles}/sort/depth_sorter.cpp
  FROM "use == Use::radix ? vksort::Algorithm::radix :" TO "use == Use::radix ? vksort::Algorithm::bitonic :"
  NOTICED_BY vksort-sample-tests "samples/radix_sorts_draw_.*")
set(known "samples/passes_by_index_are_as_few_.*")
vksort_fault(ascending_untold "ascending indices are not promised" IN ${particles}/ways/seen.cpp
  FROM "wish.ascending = true;" TO "wish.ascending = false;" NOTICED_BY vksort-sample-tests ${known})
vksort_fault(ascending_dropped "a promise is lost on the way to the sort" IN ${particles}/sort/depth_sorter.cpp
  FROM "info.ascending_values = wish.ascending;" TO "info.ascending_values = false;" NOTICED_BY vksort-sample-tests ${known})
vksort_fault(index_bits_of_the_count "the bits of indices are those of the count" IN ${particles}/sort/depth_sorter.cpp
  FROM "std::bit_width(wish.most - 1)" TO "std::bit_width(wish.most)" NOTICED_BY vksort-sample-tests ${known})
vksort_fault(index_bits_too_few "a bit of the indices is left out" IN ${particles}/sort/depth_sorter.cpp
  FROM "std::bit_width(wish.most - 1)" TO "std::bit_width(wish.most / 2 - 1)" NOTICED_BY vksort-sample-tests ${known})

# Keys of depths.
set(types "samples/keys_of_every_type_.*")
vksort_fault(key_type_unsorted "integers are sorted as floats" IN ${particles}/sort/depth_sorter.cpp
  FROM "ordering.key_type = type;" TO "ordering.key_type = vksort::KeyType::f32;"
  NOTICED_BY vksort-sample-tests ${types})
vksort_fault(key_type_of_pass "a pass writes floats, whatever the keys" IN ${particles}/sort/depth_sort.cpp
  FROM "static_cast<uint32_t>(info.choice.key_type)" TO "PARTICLES_KEY_F32" NOTICED_BY vksort-sample-tests ${types})
vksort_fault(key_type_of_hook "the sort computes floats, whatever the keys" IN ${particles}/sort/depth_hook.cpp
  FROM "{{}, static_cast<uint32_t>(type), {}}" TO "{{}, 2, {}}" NOTICED_BY vksort-sample-tests ${types})
vksort_fault(key_type_behind_eye "what is behind the eye is in reverse" IN shaders/particles/depth_key.glsl
  FROM "? ~key : key" TO "? key & 0x7fffffffu : key" NOTICED_BY vksort-sample-tests ${types})
vksort_fault(key_type_of_groups "a group's keys are floats for the verifier" IN shaders/particles/groups/words.comp
  FROM "risingKey(keys[place], push.key_type)" TO "risingKey(keys[place], PARTICLES_KEY_F32)"
  NOTICED_BY vksort-sample-tests ${types})
vksort_fault(key_type_option "--key-type does nothing" IN ${particles}/options.cpp
  FROM "options.sort.key_type = type;" TO "options.sort.key_type = options.sort.key_type;"
  NOTICED_BY vksort-sample-tests "samples/keys_computed_.*" ${viewer})

vksort_fault(software_radix "software sorts by radix" IN ${particles}/sort/choice.cpp
  FROM "result.use = Use::bitonic;" TO "result.use = choice.use;"
  NOTICED_BY vksort-sample-tests "samples/narrow_subgroups_sort_.*")

# The judge.
vksort_fault(judge_strays "elements may be in any group" IN ${particles}/sort/order_check.cpp
  FROM "if (!walk.has(index)) ++report.strays;" TO "" NOTICED_BY vksort-sample-tests "samples/groups_are_judged_.*")
vksort_fault(judge_hidden "what is not drawn has an order" IN ${particles}/sort/order_check.cpp
  FROM "if (place >= report.judged()) continue;" TO "" NOTICED_BY vksort-sample-tests "samples/only_what_is_drawn_.*")
vksort_fault(judge_kept "every frame may be out of order" IN ${particles}/report.cpp
  FROM "run.kept ? order.permutation() : order.good()" TO "order.permutation()"
  NOTICED_BY vksort-sample-tests "samples/a_run_fails_.*")

# Colours by direction.
set(colours "samples/colours_by_direction_.*")
set(harmonics "samples/harmonics_are_read_.*")
vksort_fault(harmonics_axes "directions are in the viewer's axes" IN shaders/particles/splats/harmonics.glsl
  FROM "= inFile(seen);" TO "= seen;" NOTICED_BY vksort-sample-tests ${colours})
vksort_fault(harmonics_one_direction "all splats are seen as what is in the middle"
  IN shaders/particles/splats/splat.vert FROM "normalize(seen)" TO "push.forward.xyz + 0.0 * seen" NOTICED_BY vksort-sample-tests ${colours})
vksort_fault(harmonics_sign "a harmonic of degree 2 has the other sign" IN shaders/particles/splats/harmonics.glsl
  FROM "color -= 1.09254843 * d.x" TO "color += 1.09254843 * d.x" NOTICED_BY vksort-sample-tests ${colours})
vksort_fault(harmonics_place "a coefficient of degree 3 is that of another" IN shaders/particles/splats/harmonics.glsl
  FROM "coefficient(first, 15u)" TO "coefficient(first, 14u)" NOTICED_BY vksort-sample-tests ${colours})
vksort_fault(harmonics_channels "colours begin where those of a lower degree would" IN ${particles}/points/read_ply.cpp
  FROM "color * restOf(in_file) + i" TO "color * restOf(cloud_.harmonics.degree) + i"
  NOTICED_BY vksort-sample-tests ${harmonics})
vksort_fault(harmonics_lower "fewer degrees are cut from the end" IN ${particles}/points/harmonics.cpp
  FROM "first + static_cast<std::ptrdiff_t>(kept)" TO "first + static_cast<std::ptrdiff_t>(kept - 1)"
  NOTICED_BY vksort-sample-tests ${harmonics})
vksort_fault(harmonics_too_many "harmonics take more than a device binds" IN ${particles}/points/harmonics.cpp
  FROM "* sizeof(uint32_t) > most_bytes" TO "> most_bytes"
  NOTICED_BY vksort-sample-tests "samples/harmonics_have_as_many_.*")
vksort_fault(harmonics_option "--sh is not for files that are read" IN ${particles}/options.cpp
  FROM "options.degree.value_or(kMostDegree)" TO "kMostDegree"
  NOTICED_BY vksort-sample-tests "samples/a_tree_is_written_with_.*")

# Files of points.
vksort_fault(ply_not_a_number "what is no number is read" IN ${particles}/points/read_ply.cpp
  FROM "if (!(std::abs(value) <= bound(field))) source_.failAtByte" TO "if (std::abs(value) > bound(field)) source_.failAtByte"
  NOTICED_BY vksort-sample-tests "samples/vertices_that_.*")
vksort_fault(ply_one_order "bytes are in the order of this machine" IN ${particles}/points/read_ply.cpp
  FROM "? Bytes::as_host : Bytes::reversed" TO "? Bytes::as_host : Bytes::as_host"
  NOTICED_BY vksort-sample-tests "samples/(splats_are_read|points_are_read_in_either)_.*")
vksort_fault(ply_short "a file that ends early is whole" IN ${particles}/points/read_ply.cpp
  FROM "if (records.empty()) failShort();" TO "if (records.empty()) break;"
  NOTICED_BY vksort-sample-tests "samples/vertices_that_.*")
vksort_fault(ply_place "properties lie where they are named" IN ${particles}/points/ply_header.cpp
  FROM "header_.properties, header_.bytes};" TO "header_.properties, 4 * header_.properties};"
  NOTICED_BY vksort-sample-tests "samples/points_are_read_with_.*")
vksort_fault(ply_skips_nothing "what is before the vertices is taken for them" IN ${particles}/points/ply_header.cpp
  FROM "header_.bytes_before += element_count_ * element_bytes_;" TO ""
  NOTICED_BY vksort-sample-tests "samples/points_are_read_with_.*")
vksort_fault(ply_scale "scales are no logarithms" IN ${particles}/points/read_ply.cpp
  FROM "glm::exp(vertex.three(PlyField::scale_0))" TO "vertex.three(PlyField::scale_0)"
  NOTICED_BY vksort-sample-tests "samples/splats_are_read_.*")
vksort_fault(ply_opacity "opacities are no logits" IN ${particles}/points/read_ply.cpp
  FROM "1.0F / (1.0F + std::exp(-vertex[PlyField::opacity]))" TO "vertex[PlyField::opacity]"
  NOTICED_BY vksort-sample-tests "samples/splats_are_read_.*")
vksort_fault(ply_pieces "what is split between two reads is lost" IN ${particles}/points/byte_source.cpp
  FROM "std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);" TO ""
  NOTICED_BY vksort-sample-tests "samples/(splats_are_read|three_million)_.*")
vksort_fault(text_too_small "what is too small for a float is no number" IN ${particles}/points/float_text.h
  FROM "if (result.ec != std::errc::result_out_of_range) return" TO "return"
  NOTICED_BY vksort-sample-tests "samples/numbers_that_are_too_small_.*")
vksort_fault(csv_by_place "columns are not found by name" IN ${particles}/points/read_csv.cpp
  FROM "places_[i] = c;" TO "places_[i] = i;" NOTICED_BY vksort-sample-tests "samples/points_are_read_from_.*")
vksort_fault(fit_turns_places_alone "extents are not turned" IN ${particles}/points/cloud.cpp
  FROM "turn * (unpack(splat) * (scale * scale)) * glm::transpose(turn)" TO "unpack(splat) * (scale * scale)"
  NOTICED_BY vksort-sample-tests "samples/what_is_read_.*")
vksort_fault(tree_upside_down "splats that are written are not turned" IN ${particles}/points/write_ply.cpp
  FROM "half_turn * gaussian.turn" TO "glm::length(half_turn) * gaussian.turn"
  NOTICED_BY vksort-sample-tests "samples/a_tree_that_is_written_.*")

# What the device draws, and what a file has.
vksort_fault(size_any "a picture is of any size" IN ${particles}/options.cpp
  FROM "extent.width > width ||" TO "extent.width < width / 100 ||"
  NOTICED_BY vksort-sample-tests "samples/a_size_that_.*" ${viewer})
vksort_fault(size_of_steps "steps are drawn at any size" IN ${particles}/steps_offscreen.cpp
  FROM "= fittingSize({options.width, options.height}, device.properties().core);" TO "{options.width, options.height};"
  NOTICED_BY vksort-sample-tests "samples/a_size_that_.*" ${viewer})
vksort_fault(size_of_sheet "a contact sheet is made of pictures of any size"
  IN ${particles}/offscreen/contact_sheet.cpp
  FROM "= fittingSize({options.width, options.height}, device->properties().core);" TO "{options.width, options.height};"
  NOTICED_BY vksort-sample-tests "samples/a_contact_sheet_that_is_too_large_.*" ${viewer})
vksort_fault(size_of_window "a window begins with any size" IN ${particles}/onscreen.cpp
  FROM "return fittingSize({options.width, options.height}, properties);" TO "return {options.width, options.height};"
  NOTICED_BY vksort-sample-tests "samples/a_size_that_.*" ${viewer})
vksort_fault(count_of_file "a file has as many points as somebody chose" IN ${particles}/viewer/stages.cpp
  FROM "  if (showsFile(options, asked.scene)) return own(asked.scene);" TO ""
  NOTICED_BY vksort-sample-tests "samples/all_of_a_file_.*")
vksort_fault(count_slider_of_file "a count that does nothing may be chosen" IN ${particles}/controls/panel.cpp
  FROM "if (facts.of_file) {" TO "if (facts.of_file && facts.most == 0) {"
  NOTICED_BY vksort-sample-tests "samples/a_window_of_a_file_.*" ${viewer})

# What a run offscreen leaves.
vksort_fault(stats_in_any_order "frames are listed as they are looked at" IN ${particles}/offscreen/offscreen_run.cpp
  FROM "finishAll(frame + 1);" TO "finish(slot);" NOTICED_BY vksort-sample-tests "samples/every_frame_leaves_.*" ${viewer})
vksort_fault(stats_of_kept "a frame that is not sorted has dispatches" IN ${particles}/offscreen/offscreen_run.cpp
  FROM "  if (sorts) {" TO "  {" NOTICED_BY vksort-sample-tests "samples/every_frame_leaves_.*" ${viewer})
vksort_fault(stats_unknown "bytes that nobody knows are 0" IN ${particles}/offscreen/frame_stats.cpp
  FROM [[std::to_string(*f.bytes_moved) : "")]] TO [[std::to_string(*f.bytes_moved) : "0")]]
  NOTICED_BY vksort-sample-tests "samples/bytes_that_nobody_.*")
vksort_fault(stats_of_repair "a sort that repairs moves as much as a whole one" IN ${particles}/sort/depth_sorter.cpp
  FROM " && !wish.coherent)" TO ")" NOTICED_BY vksort-sample-tests "samples/bytes_of_a_sort_.*")
vksort_fault(stats_of_capacity "what can be seen is all there is" IN ${particles}/sort/depth_sorter.cpp
  FROM "wish.count == vksort::Count::host && " TO "" NOTICED_BY vksort-sample-tests "samples/bytes_of_a_sort_.*")
vksort_fault(median_of_first "the frame in which drivers compile is in the median" IN ${particles}/report.cpp
  FROM "    first_ = sample;\n  else if" TO "    samples_.push_back(*(first_ = sample));\n  else if"
  NOTICED_BY vksort-sample-tests "samples/the_first_frame_.*")
vksort_fault(sequence_every "every frame is in the sequence" IN ${particles}/offscreen/offscreen.cpp
  FROM "frame % options.every == 0" TO "frame < 1000000"
  NOTICED_BY vksort-sample-tests "samples/every_frame_leaves_.*" ${viewer})
vksort_fault(sequence_digits "numbers are not filled up" IN ${particles}/picture/sequence.cpp
  FROM "if (digits.size() < place.digits) digits.insert(0, place.digits - digits.size(), '0');" TO ""
  NOTICED_BY vksort-sample-tests "samples/pictures_are_numbered_.*")
vksort_fault(sheet_shifted "a picture of the contact sheet covers another" IN ${particles}/offscreen/contact_sheet.cpp
  FROM "(picture.height + kGap)" TO "picture.height * 0" NOTICED_BY vksort-sample-tests "samples/a_contact_sheet_.*" FULL ${viewer})

# What a second outsider found.
vksort_fault(sort_is_its_last_pass "a sort takes as long as its last pass" IN ${particles}/frame/frame_graph.cpp
  FROM "sum += time->duration_ms;" TO "sum = time->duration_ms;"
  NOTICED_BY vksort-sample-tests "samples/a_scene_in_one_file_.*")
set(points ${particles}/points)
vksort_fault(rotation_of_any_length "rotations are of whatever length a file has" IN ${points}/read_ply.cpp
  FROM "gaussian.turn = turn / length;" TO "gaussian.turn = turn;"
  NOTICED_BY vksort-sample-tests "samples/rotations_of_splats_.*")
vksort_fault(rotation_of_none "a rotation of length 0 is divided by it" IN ${points}/read_ply.cpp
  FROM "if (length > 0.0F) gaussian" TO "if (length >= 0.0F) gaussian"
  NOTICED_BY vksort-sample-tests "samples/rotations_of_splats_.*")
vksort_fault(doubles_are_bytes "colours of type double are as large as bytes" IN ${points}/read_ply.cpp
  FROM "type == PlyType::f32 || type == PlyType::f64" TO "type == PlyType::f32"
  NOTICED_BY vksort-sample-tests "samples/points_are_read_with_colours_.*")
vksort_fault(float64_of_four "float64 has 4 bytes" IN ${points}/ply_header.cpp
  FROM "{\"float64\", PlyType::f64, 8}" TO "{\"float64\", PlyType::f64, 4}"
  NOTICED_BY vksort-sample-tests "samples/points_are_read_in_either_order_.*")

# Frames offscreen.
set(apart "samples/frames_offscreen_are_.*")
vksort_fault(offscreen_orbit_radians "--orbit is in radians" IN ${particles}/offscreen/offscreen_run.cpp
  FROM "glm::radians(options_.orbit)" TO "options_.orbit" NOTICED_BY vksort-sample-tests ${apart})
vksort_fault(offscreen_two_steps "two steps are taken from frame to frame" IN ${particles}/offscreen/offscreen_run.cpp
  FROM "report_.extent, 1);" TO "report_.extent, 2);" NOTICED_BY vksort-sample-tests ${apart})
vksort_fault(sheet_sorts_by_default "no scene of a contact sheet is sorted as asked" IN ${particles}/offscreen/contact_sheet.cpp
  FROM "if (!refusal(of.sort, scene.traits, scene.name).empty()) of" TO "of"
  NOTICED_BY vksort-sample-tests "samples/a_contact_sheet_sorts_.*" ${viewer})
vksort_fault(frame_time_is_a_sum "pauses between passes take no time" IN ${particles}/frame/frame_graph.cpp
  FROM "end = std::max(end, time.begin_ms + time.duration_ms);" TO "end += time.duration_ms;"
  NOTICED_BY vksort-sample-tests "samples/a_frame_takes_from_.*")
