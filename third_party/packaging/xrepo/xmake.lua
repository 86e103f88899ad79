-- Packages these sources. In a project, use includes("vksort/third_party/packaging/xrepo"), add_requires("vksort").
local root = path.join(os.scriptdir(), "..", "..", "..")
package("vksort")
    set_description("GPU sorting for Vulkan")
    set_license("MIT")
    set_sourcedir(root)
    add_deps("cmake", "vulkan-headers")
    on_install(function (package)
        local configs = {"-DCMAKE_BUILD_TYPE=" .. (package:is_debug() and "Debug" or "Release"),
                         "-DBUILD_SHARED_LIBS=" .. (package:config("shared") and "ON" or "OFF")}
        for _, part in ipairs({"BUILD_ENGINE", "BUILD_SAMPLES", "BUILD_TESTS", "WERROR"}) do
            table.insert(configs, "-DVKSORT_" .. part .. "=OFF")
        end
        import("package.tools.cmake").install(package, configs, {packagedeps = "vulkan-headers"})
    end)
    on_test(function (package)
        assert(package:has_cxxtypes("vksort::Sorter", {includes = "vksort.h", configs = {languages = "c++17"}}))
    end)
package_end()
