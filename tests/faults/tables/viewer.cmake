# Faults in parts of the viewer and in the embedding sample that another outsider planted.
set(viewer samples/particles)
set(programs ALSO vksort-bench vksort-particles vksort-embed)

vksort_fault(embed_indices_unseen "indices that have one another's depths are sorted" IN samples/embed/embed.cpp
  FROM " && depths[indices[i]] == sorted[i]" TO "" NOTICED_BY vksort-sample-tests "samples/the_embedding_sample_sees_.*"
  ${programs})

# The camera.
set(camera ${viewer}/scene/camera.cpp)
vksort_fault(camera_looks_below "a double click above the middle looks below it" IN ${camera}
  FROM ", -clip.y * half" TO ", clip.y * half" NOTICED_BY vksort-sample-tests "samples/what_is_looked_at_.*")
vksort_fault(camera_flies_off "the camera flies out of sight" IN ${camera}
  FROM "glm::vec3(-kFarthest), glm::vec3(kFarthest)" TO "glm::vec3(-2.0F * kFarthest), glm::vec3(2.0F * kFarthest)"
  NOTICED_BY vksort-sample-tests "samples/the_camera_flies_.*")
vksort_fault(camera_zooms_away "the wheel zooms to any distance" IN ${camera}
  FROM "at_.distance * factor, 1.5F, 30.0F" TO "at_.distance * factor, 0.0F, 1e30F"
  NOTICED_BY vksort-sample-tests "samples/the_camera_stays_.*")
vksort_fault(camera_pans_backwards "what is dragged goes the other way" IN ${camera}
  FROM "glm::vec3(-by, 0.0F)" TO "glm::vec3(by, 0.0F)" NOTICED_BY vksort-sample-tests "samples/what_is_dragged_.*")
vksort_fault(camera_of_the_first_scene "R brings back the camera of another scene"
  IN ${viewer}/viewer/session_controls.cpp FROM "Camera(allScenes()[wanted_.scene].camera);\n      break;"
  TO "Camera(allScenes()[0].camera);\n      break;"
  NOTICED_BY vksort-sample-tests "samples/the_window_draws_.*" ${programs})

# The window.
set(keys "samples/keys_fly_and_.*")
vksort_fault(keys_exchanged "A flies to the right" IN ${viewer}/window/display.cpp
  FROM "held(GLFW_KEY_D) - held(GLFW_KEY_A)" TO "held(GLFW_KEY_A) - held(GLFW_KEY_D)"
  NOTICED_BY vksort-sample-tests ${keys})
vksort_fault(keys_while_typing "what is typed into a control is a key of the window, too"
  IN ${viewer}/window/display.cpp FROM "action == GLFW_RELEASE || isTyping()" TO "action == GLFW_RELEASE"
  NOTICED_BY vksort-sample-tests ${keys})
vksort_fault(title_of_some_frames "where some frames are sorted the title says that none is"
  IN ${viewer}/controls/wanted.cpp FROM [[wanted.order == Order::off ? "off" : "on"]]
  TO [[wanted.order != Order::every_frame ? "off" : "on"]]
  NOTICED_BY vksort-sample-tests "samples/the_title_says_.*")
set(swapchain ${viewer}/window/swapchain.cpp)
set(changed "samples/a_window_has_new_images_.*")
vksort_fault(window_out_of_date_is_the_end "a surface that has changed is an error" IN ${swapchain}
  FROM "  if (result == VK_ERROR_OUT_OF_DATE_KHR) return std::nullopt;\n" TO ""
  NOTICED_BY vksort-sample-tests ${changed})
vksort_fault(window_suboptimal_for_ever "images that no longer fit are shown for ever" IN ${swapchain}
  FROM " || result == VK_SUBOPTIMAL_KHR" TO "" NOTICED_BY vksort-sample-tests ${changed})
vksort_fault(window_alpha_untaken "images have an alpha that the surface does not take" IN ${swapchain}
  FROM "return static_cast<VkCompositeAlphaFlagBitsKHR>(offered & (~offered + 1));"
  TO "return VK_COMPOSITE_ALPHA_INHERIT_BIT_KHR;"
  NOTICED_BY vksort-sample-tests "samples/images_of_a_window_are_opaque_.*")

# Options.
vksort_fault(options_height_of_the_width "pictures may be as high as they may be wide" IN ${viewer}/options.cpp
  FROM "limits.maxViewportDimensions[1]" TO "limits.maxViewportDimensions[0]"
  NOTICED_BY vksort-sample-tests "samples/pictures_are_as_large_.*")
vksort_fault(options_window_of_few "a window has few elements on a GPU, too" IN ${viewer}/options.cpp
  FROM "software ? options.scene->count" TO "software || !options.offscreen ? options.scene->count"
  NOTICED_BY vksort-sample-tests "samples/a_gpu_has_as_many_.*")
vksort_fault(options_debug_unverified "debug builds verify nothing" IN ${viewer}/verify_by_default.h
  FROM "kVerifyByDefault = true" TO "kVerifyByDefault = false"
  NOTICED_BY vksort-sample-tests "samples/every_frame_is_verified_in_.*")

# Files and shaders.
vksort_fault(points_bytes_added_up "bytes of an element are those of the elements before, too"
  IN ${viewer}/points/ply_header.cpp FROM "    element_bytes_ = 0;\n" TO ""
  NOTICED_BY vksort-sample-tests "samples/what_comes_before_.*")
vksort_fault(stats_share_of_elements "a share of neighbours is one of elements" IN ${viewer}/offscreen/offscreen_run.cpp
  FROM "/ (stats.count - 1)" TO "/ stats.count"
  NOTICED_BY vksort-sample-tests "samples/numbers_of_frames_say_.*" ${programs})
foreach(scene IN ITEMS fireworks galaxy glass smoke)
  vksort_fault(${scene}_moves_more "invocations behind the last element move what is there"
    IN shaders/particles/${scene}/simulate.comp FROM "  if (index >= push.count) return;\n" TO ""
    NOTICED_BY vksort-sample-tests "samples/no_scene_moves_.*")
endforeach()
