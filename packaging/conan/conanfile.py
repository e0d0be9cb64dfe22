# SPDX-License-Identifier: BSL-1.0
"""The package of this clone for Conan 2: conan create packaging/conan. Each component is an option."""
import os
import re

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load, rmdir

BY_DEFAULT = ("sleep", "cancel", "queue", "timer")
ON_REQUEST = ("await", "clock", "fence", "fiber", "liveness")


class Tollgate(ConanFile):
    name = "tollgate"
    description = "Cheap parts for concurrent C++20 programs: cancellation, queues, timers, sleeping threads, fibers"
    license = "BSL-1.0"
    topics = ("concurrency", "cancellation", "queue", "timer", "fiber")
    package_type = "library"
    settings = "os", "compiler", "build_type", "arch"
    options = {name: [True, False] for name in ("shared", "fPIC", *BY_DEFAULT, *ON_REQUEST)}
    default_options = {"shared": False, "fPIC": True, **{name: name in BY_DEFAULT for name in (*BY_DEFAULT, *ON_REQUEST)}}
    implements = ["auto_shared_fpic"]
    generators = ["CMakeDeps"]

    @property
    def clone(self):
        return os.path.join(self.recipe_folder, "..", "..")

    def set_version(self):
        text = load(self, os.path.join(self.clone, "common", "CMakeLists.txt"))
        self.version = re.search(r"project\(tollgate VERSION (\S+)", text)[1]

    def export(self):  # package_info reads it
        copy(self, "libraries.cmake", os.path.join(self.clone, "common"), self.export_folder)

    def export_sources(self):
        copy(self, "LICENSE", self.clone, self.export_sources_folder)
        copy(self, "*", os.path.join(self.clone, "common"), os.path.join(self.export_sources_folder, "common"),
             excludes=("*/check/*", "build/*"))

    def requirements(self):
        if self.options.fiber:
            self.requires("boost/[>=1.74 <2]")

    def validate(self):
        check_min_cppstd(self, 20)
        if self.settings.os not in ("Linux", "Macos"):
            raise ConanInvalidConfiguration("tollgate is for Linux and macOS")
        if not self.wanted():
            raise ConanInvalidConfiguration("tollgate has no component: set at least one of the options to True")

    def wanted(self):
        return [name for name in (*BY_DEFAULT, *ON_REQUEST) if self.options.get_safe(name)]

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["TOLLGATE_COMPONENTS"] = ";".join(self.wanted())
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure(build_script_folder="common")
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        CMake(self).install()
        for written_by_conan in ("cmake", "pkgconfig"):
            rmdir(self, os.path.join(self.package_folder, "lib", written_by_conan))

    def package_info(self):
        lines = load(self, os.path.join(self.recipe_folder, "libraries.cmake"))
        uses = {name: used.split() for name, used in re.findall(r"(?m)^set\(depends_of_(\w+) (.*)\)$", lines)}
        self.cpp_info.set_property("cmake_config_version_compat", "SameMinorVersion")
        selected = self.wanted()
        for name in selected:  # grows
            selected += [used for used in uses.get(name, []) if used not in selected]
            component = self.cpp_info.components[name]
            component.set_property("cmake_target_name", f"tollgate::{name}")
            component.set_property("pkg_config_name", f"tollgate-{name}")
            component.libs = [f"tollgate_{name}"]
            component.requires = list(uses.get(name, []))
            component.system_libs = ["pthread"] if self.settings.os == "Linux" else []
            if name == "fiber" and any(used.ref.name == "boost" and used.ref.revision != "platform"
                                       for used in self.dependencies.values()):
                component.requires += ["boost::context", "boost::fiber"]
            elif name == "fiber":  # the system's Boost, by [platform_requires] in the profile
                component.system_libs += ["boost_fiber", "boost_context"]
