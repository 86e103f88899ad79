// Checks that comments, flags and extensions of exporters are used or listed, and that unsupported formats are named.
#include "drawing.h"
#include "image.h"
#include "point_files.h"

using namespace particles;
using namespace test::points;
using test::errorOf;

TEST_CASE("gzip_streams_are_unpacked_or_rejected") {
  const std::string whole = binarySplats(40), packed = gzipped(whole);
  const std::string parts = gzipped(whole.substr(0, 900)) + gzipped(whole.substr(900));
  for (const std::string& bytes : {packed, parts, packed + std::string(512, '\0')})
    CHECK(readBytes("FILE.ply.gz", bytes).count() == 40);
  const auto error = [](const std::string& bytes) { return errorOf([&] { readBytes("FILE.ply.gz", bytes); }); };
  checkRefusal(error(packed.substr(0, packed.size() - 1)), "byte ", "truncated");
  checkRefusal(error("\x1f\x8b\x08\xff and more"), "byte ", "damaged");
}

TEST_CASE("ply_comments_set_the_up_axis_or_are_listed") {
  const auto read = [](const std::string& comment, std::optional<glm::vec3> up = {}) {
    std::string file = plyText("x y z", 1, "1 2 3\n");
    file.insert(file.find("element"), comment + "\n");
    return readBytes("FILE.ply", file, {.up = up});
  };
  const std::tuple<const char*, glm::vec3> cases[] = {{"comment Vertical Axis: z", up::kZ},
                                                      {"comment Vertical axis: Y", up::kY},
                                                      {"comment vertical axis: -y", up::kMinusY},
                                                      {"comment Vertical axis: 0 -2 0", up::kMinusY},
                                                      {"comment Vertical axis: [0, 3e0, 4]", {0.0F, 0.6F, 0.8F}}};
  for (const auto& [comment, direction] : cases) {
    CAPTURE(comment);
    const Cloud cloud = read(comment);
    checkNear(cloud.file_up, direction, 1e-6);
    CHECK(cloud.summary == "1 point, no colours: grey, up axis from \"" + std::string(comment).substr(8) + "\"");
    const Cloud asked = read(comment, -up::kZ);
    CHECK(asked.file_up == -up::kZ);
    CHECK(asked.summary.find("--up instead of \"") != std::string::npos);
  }
  for (const char* comment : {"comment Vertical axis: up", "comment Vertical axis: 0 0 0", "comment Vertical axis: 1 2",
                              "comment SplatRenderMode: other", "obj_info num_cols 3"}) {
    const Cloud cloud = read(comment);
    const std::string text(comment), kind = text.substr(0, text.find(' '));
    CHECK(cloud.file_up == up::kZ);
    CHECK(cloud.summary == "1 point, no colours: grey; ignored: " + kind + " \"" + text.substr(kind.size() + 1) + "\"");
  }
  // Files must not send escape sequences to the terminal.
  CHECK(read("comment a\x1b[2Jb\x7f").summary.ends_with("; ignored: comment \"a?[2Jb?\""));
  checkRefusal(errorOf([] { readPlyText("ply\n\x1b[2J\n"); }), "line 2", "\"?[2J\"");
  const auto fittedScene = [](const char* row, glm::vec3 direction) {
    Cloud cloud = readPlyText(
        plyText(kShape, 2, std::string(row) + " 0 0 0 3 -2 -2 -2 1 0 0 0\n0 0 0 0 0 0 3 -2 -2 -2 1 0 0 0\n"));
    cloud.file_up = direction;
    cloud.fit(kMiddle, kRadius);
    return cloud.positions[0];
  };
  const glm::vec4 scene = fittedScene("1 2 3", up::kY);
  CHECK(fittedScene("1 -2 -3", up::kMinusY) == scene);
  CHECK(fittedScene("1 -3 2", up::kZ) == scene);
  CHECK(fittedScene("1 3 -2", -up::kZ) == scene);
}

TEST_CASE("spz_extensions_set_the_axes_or_are_listed") {
  const char* const names[] = {"LDB", "RDB", "LUB", "RUB", "LDF", "RDF", "LUF", "RUF",
                               "LFD", "RFD", "LFU", "RFU", "LBD", "RBD", "LBU", "RBU"};
  // Axes in which the coefficients of degrees 1 to 3 are odd functions.
  const char* const odd[] = {"y", "z", "x", "xy", "yz", "", "xz", "", "y", "xyz", "y", "z", "x", "z", "x"};
  const auto read = [](uint32_t version, const std::string& extensions, const ReadOptions& options) {
    const std::string content = spzContent(1, version, 3, extensions);
    return readBytes("FILE.spz", version == 4 ? content : gzipped(content), options);
  };
  const Cloud plain = read(3, "", {.degree = 3});
  const auto coefficient = [](const Cloud& cloud, std::size_t at) {
    return glm::unpackHalf2x16(cloud.harmonics.words[at / 2])[static_cast<int>(at % 2)];
  };
  for (const uint32_t version : {3U, 4U})
    for (uint32_t number = 1; number <= 16; ++number) {
      const std::string axes = names[number - 1], record = spzExtension(0xADBE0003, number);
      CAPTURE(axes);
      const Cloud cloud = read(version, record, {.degree = 3});
      const bool z_up = number > 8;
      CHECK(cloud.file_up == (z_up ? up::kZ : up::kY));
      glm::vec3 sign;
      for (int c = 0; c < 3; ++c) {
        const char letter = axes[static_cast<std::size_t>(c)];
        sign[c] = letter == 'R' || letter == 'U' || letter == (z_up ? 'F' : 'B') ? 1.0F : -1.0F;
      }
      CHECK(glm::vec3(cloud.origin) == sign * glm::vec3(plain.origin));
      checkNear(cloud.splats[0].mixed,
                plain.splats[0].mixed * glm::vec3(sign.x * sign.y, sign.x * sign.z, sign.y * sign.z), 1e-6);
      for (std::size_t i = 0; i < 15; ++i) {
        float expected = coefficient(plain, 3 * (i + 1));
        for (const char* axis = odd[i]; *axis != 0; ++axis) expected *= sign[*axis - 'x'];
        CHECK(coefficient(cloud, 3 * (i + 1)) == expected);
      }
      CHECK(cloud.summary.ends_with(", up axis from \"axes " + axes + "\""));
      const Cloud asked = read(version, record, {.up = -up::kZ});
      CHECK(asked.file_up == -up::kZ);
      CHECK(asked.origin == plain.origin);
    }
  const std::string others = spzExtension(0xADBE0002, 1) + spzExtension(0xADBE0003, 17) + "end";
  CHECK(read(4, others, {})
            .summary.ends_with("; ignored: extension 0xADBE0002, extension 0xADBE0003, 3 bytes after the splats"));
}

TEST_CASE("unsupported_formats_are_rejected_with_a_converter") {
  const std::pair<const char*, const char*> cases[] = {
      {"FILE.zip", "a ZIP archive, which is not supported; unpack it: unzip FILE.zip"},
      {"FILE.LCC", "of XGRIDS, which is not supported; convert it: npx @playcanvas/splat-transform FILE OTHER.ply"},
      {"FILE.glb", "a glTF scene"},
      {"FILE.rad", "of Spark"},
      {"FILE.spx.gz", "of Reall3D, which is not supported; convert it: gsbox -i FILE.spx -o FILE.ply"},
      {"FILE.XYZ", "is a table of points, which is not supported; convert it to PLY with CloudCompare"},
      {"FILE.docx", "must end with .ply, .splat or .spz, optionally"}};
  for (const auto& [name, words] : cases) {
    CAPTURE(name);
    checkRefusal(errorOf([&, file = name] { requireKnownEnding(file); }), "", words);
  }
}

// Parts that affect the picture come first, then at most eight columns.
TEST_CASE("all_ignored_parts_of_a_file_are_listed") {
  std::string names = "x y z", row = "1 2 3";
  for (int i = 0; i < 10; ++i) names += " c" + std::to_string(i), row += " 0";
  std::string many = plyText(names, 1, row + "\n"), comments, expected;
  for (int i = 0; i < 12; ++i) {
    comments += "comment flag: " + std::to_string(i) + "\n";
    expected += "comment \"flag: " + std::to_string(i) + "\", ";
  }
  many.insert(many.find("element"), comments);
  std::string version = plyText("x y z", 1, "1 2 3\n");
  version.replace(version.find("1.0"), 3, "2.0");
  std::string spz = spzContent(1, 3, 0), packed = packedPly(1, 0) + "end";
  spz[15] = 3;
  packed.insert(packed.find("property"), "property float min_w\n");
  packed.insert(packed.find("end_header") + 11, 4, '\0');
  const std::tuple<const char*, std::string, std::string> cases[] = {
      {"FILE.ply", many, expected + "c0, c1, c2, c3, c4, c5, c6, c7, 2 more columns"},
      {"FILE.ply", version, "format version \"2.0\""},
      {"FILE.ply", binarySplats(2) + "end", "comment \"of no use\", 3 bytes after the elements, nx, f_test"},
      {"FILE.ply", packed, "property min_w, 3 bytes after the elements"},
      {"FILE.spz", gzipped(spz), "reserved byte 3"}};
  for (const auto& [name, bytes, words] : cases) {
    CAPTURE(words);
    const Cloud cloud = readBytes(name, bytes);
    CHECK(cloud.count() >= 1);
    CHECK(cloud.summary.ends_with("; ignored: " + words));
  }
}

TEST_CASE("invisible_elements_do_not_affect_the_view") {
  std::string seen, all;
  for (int i = 0; i < 20; ++i) {
    const std::string place = std::to_string(0.3 * i) + " " + std::to_string(i % 7) + " 5 0 0 0 ";
    seen += place + "3 -2 -2 -2 1 0 0 0\n";
    all += seen.substr(seen.rfind('\n', seen.size() - 2) + 1);
    for (int padding = 0; padding < 8; ++padding) all += "90 0 0 0 0 0 -20 2 2 2 1 0 0 0\n";
  }
  Cloud one = readPlyText(plyText(kShape, 20, seen)), padded = readPlyText(plyText(kShape, 180, all));
  one.fit(kMiddle, kRadius);
  padded.fit(kMiddle, kRadius);
  CHECK(padded.count() == 180);
  for (std::size_t i = 0; i < 20; ++i) CHECK(padded.positions[9 * i] == one.positions[i]);
}

TEST_CASE("elements_that_cover_the_picture_are_skipped_and_counted") {
  std::string rows = "0 0 0 0 0 0 3 40 40 40 1 0 0 0\n";
  for (int i = 0; i < 9; ++i) rows += std::to_string(i) + " 0 0 0 0 0 3 -1 -1 -1 1 0 0 0\n";
  rows += "1e9 0 0 0 0 0 3 11 11 11 1 0 0 0\n1 0 0 0 0 0 3 11 -9 -9 1 0 0 0\n";
  const Cloud cloud = readPlyText(plyText(kShape, 12, rows));
  CHECK(cloud.count() == 10);  // distant elements may be large
  CHECK(cloud.summary == "10 splats, colours from f_dc; 2 rows skipped (so large that they cover the picture)");
  checkNear(placeOf(cloud, 9), {1e9, 0.0, 0.0}, 100.0);
  const auto left = [](int count, bool spread, int large, double deviation) {
    std::string all;
    for (int i = 0; i < count; ++i) {
      for (const int step : {1, 7, 49}) all += std::to_string(spread ? i / step % 7 / 6.0 : 1.0) + " ";
      all += "0 0 0 3" + (" " + std::to_string(i < large ? std::log(deviation) : -4.0)) + " -4 -4 1 0 0 0\n";
    }
    return readPlyText(plyText(kShape, static_cast<std::size_t>(count), all)).count();
  };
  CHECK(left(300, true, 1, 403.0) == 299);
  CHECK(left(300, true, 1, 10.0) == 300);
  CHECK(left(120, false, 60, std::exp(40.0)) == 60);
  CHECK(left(120, false, 60, 0.2) == 120);
  const std::string covers = rows.substr(0, rows.find('\n') + 1);
  const std::string other = "1" + covers.substr(1);
  checkRefusal(errorOf([&] { readPlyText(plyText(kShape, 2, covers + other)); }), "",
               "all elements were skipped; 2 rows skipped (so large that they cover the picture)");
}

TEST_CASE("small_antialiased_splats_fade") {
  const auto read = [](const char* scale, const std::string& comment) {
    std::string rows;
    for (int i = 0; i < 100; ++i)
      rows += std::to_string(i / 10) + " " + std::to_string(i % 10) + " 0 1.7 1.7 1.7 4 " + scale + " 1 0 0 0\n";
    std::string file = plyText(kShape, 100, rows);
    file.insert(file.find("element"), comment);
    Cloud cloud = readPlyText(file);
    cloud.fit(kMiddle, kRadius);
    return cloud;
  };
  const std::string mode = "comment SplatRenderMode: ";
  CHECK(read("0 0 0", mode + "mip\n").summary == "100 splats, colours from f_dc, trained antialiased");
  CHECK(read("0 0 0", mode + "default\ncomment antialiased 0\n").summary == "100 splats, colours from f_dc");
  std::string spz = spzContent(1, 3, 0);
  spz[14] = 7;
  CHECK(readBytes("FILE.spz", gzipped(spz)).summary == "1 splat, trained antialiased; ignored: flags 4");
  test::onDrawingDevices([&](gpu::Device& device) {
    Sorters sorters(device);
    const auto draw = [&](const char* scale, const std::string& comment) {
      SceneInfo info = test::sceneOf("splats", 100);
      info.cloud = std::make_shared<const Cloud>(read(scale, comment));
      return test::Drawing(sorters, info).draw(true, 1).picture;
    };
    const Picture faded = draw("-20 -20 -20", "comment antialiased 1\n");
    CHECK(std::ranges::all_of(faded.rgba, [](uint8_t byte) { return byte < 3 || byte == 255; }));
    CHECK(test::differing(faded, draw("-inf -inf -inf", mode + "mip\n")) == 0);
    CHECK(test::differing(draw("-20 -20 -20", ""), draw("-20 -20 -20", mode + "mip\n")) > 100);
    CHECK(test::differing(draw("2 2 2", ""), draw("2 2 2", mode + "mip\n")) < 2000);
  });
}
