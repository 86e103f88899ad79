# Conan 2, of the sources around it: conan create third_party/packaging/conan
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
        for part in ("BUILD_ENGINE", "BUILD_SAMPLES", "BUILD_TESTS", "WERROR"):
            toolchain.cache_variables["VKSORT_" + part] = False
        toolchain.generate()

    def build(self):
        os.environ.pop("VULKAN_SDK", None)  # whose headers would come first
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()

    def package_info(self):
        self.cpp_info.libs = ["vksort"]
        self.cpp_info.set_property("cmake_target_name", "vksort::vksort")
        shaders = os.path.join("lib", "cmake", "vksort", "shaders")
        modules = [os.path.join(shaders, name) for name in ("shader.cmake", "key_generator.cmake")]
        self.cpp_info.set_property("cmake_build_modules", modules)
