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
