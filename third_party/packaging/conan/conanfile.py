# For Conan 2, packages these sources: conan create third_party/packaging/conan
import os

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy


class Vksort(ConanFile):
    name = "vksort"
    version = "0.1.0"
    description = "GPU sorting for Vulkan"
    license = "MIT"
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False]}
    default_options = {"shared": False}

    def export_sources(self):
        root = os.path.join(self.recipe_folder, "..", "..", "..")
        for pattern in ("CMakeLists.txt", "LICENSE", "engine/*", "shaders/*", "third_party/*"):
            copy(self, pattern, root, self.export_sources_folder)

    def requirements(self):
        self.requires("vulkan-headers/[>=1.3]", transitive_headers=True)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        CMakeDeps(self).generate()
        toolchain = CMakeToolchain(self)
        headers = self.dependencies["vulkan-headers"].cpp_info.includedirs[0]
        toolchain.cache_variables["VKSORT_VULKAN_INCLUDE"] = headers.replace("\\", "/")
        toolchain.cache_variables["CMAKE_DEBUG_POSTFIX"] = ""
        for part in ("BUILD_ENGINE", "BUILD_SAMPLES", "BUILD_TESTS", "WERROR"):
            toolchain.cache_variables["VKSORT_" + part] = False
        toolchain.generate()

    def build(self):
        os.environ.pop("VULKAN_SDK", None)  # otherwise its headers would come first
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()

    def package_info(self):
        core, toolkit = self.cpp_info.components["vksort"], self.cpp_info.components["toolkit"]
        core.libs = ["vksort"]
        core.requires = ["vulkan-headers::vulkan-headers"]
        core.set_property("cmake_target_name", "vksort::vksort")
        toolkit.libs = [] if self.options.shared else ["vksort_toolkit"]
        toolkit.requires = ["vksort"]
        toolkit.set_property("cmake_target_name", "vksort::toolkit")
