// Checks that comments, flags and extensions of exporters are used or listed.
#include "drawing.h"
#include "image.h"
#include "point_files.h"

using namespace particles;
using namespace test::points;
using test::errorOf;

namespace {

std::string withComment(std::string file, const std::string& comment) {
  return file.insert(file.find("element"), comment + "\n");
}

}  // namespace

TEST_CASE("ply_comments_set_the_up_axis_or_are_listed") {
  const auto read = [](const std::string& comment, std::optional<glm::vec3> up = {}) {
    return readBytes("FILE.ply", withComment(plyText("x y z", 1, "1 2 3\n"), comment), {.up = up});
  };
  const std::tuple<const char*, glm::vec3> cases[] = {{"comment Vertical Axis: z", up::kZ},
                                                      {"comment Vertical axis: -y", up::kMinusY},
                                                      {"comment Vertical axis: 0 -2 0", up::kMinusY},
                                                      {"comment Vertical axis: [0, 3e0, 4]", {0.0F, 0.6F, 0.8F}}};
  for (const auto& [comment, direction] : cases) {
    CAPTURE(comment);
    checkNear(read(comment).file_up, direction, 1e-6);
    CHECK(read(comment).summary.ends_with(", up axis from \"" + std::string(comment).substr(8) + "\""));
    CHECK(read(comment, -up::kZ).file_up == -up::kZ);
    CHECK(read(comment, -up::kZ).summary.find("--up instead of \"") != std::string::npos);
  }
  for (const std::string text : {"Vertical axis: up", "Vertical axis: 0 0 0", "Vertical axis: 1 2", "Mode: other"}) {
    CHECK(read("obj_info " + text).file_up == up::kZ);
    CHECK(read("obj_info " + text).summary.ends_with("; ignored: obj_info \"" + text + "\""));
  }
  // Files must not send escape sequences to the terminal.
  CHECK(read("comment a\x1b[2Jb\x7f").summary.ends_with("; ignored: comment \"a?[2Jb?\""));
  checkRefusal(errorOf([] { readPlyText("ply\n\x1b[2J\n"); }), "line 2", "\"?[2J\"");
}

TEST_CASE("spz_extensions_set_the_axes_or_are_listed") {
  const char* const names[] = {"LDB", "RDB", "LUB", "RUB", "LDF", "RDF", "LUF", "RUF",
                               "LFD", "RFD", "LFU", "RFU", "LBD", "RBD", "LBU", "RBU"};
  // Axes in which the coefficients of degrees 1 to 3 are odd functions.
  const char* const odd[] = {"y", "z", "x", "xy", "yz", "", "xz", "", "y", "xyz", "y", "z", "x", "z", "x"};
  const auto read = [](uint32_t version, const std::string& extensions, const ReadOptions& options) {
    return readBytes("FILE.spz", spzContent(1, version, 3, extensions), options);
  };
  const auto coefficient = [](const Cloud& cloud, std::size_t at) {
    return glm::unpackHalf2x16(cloud.harmonics.words[at / 2])[static_cast<int>(at % 2)];
  };
  const Cloud plain = read(3, "", {.degree = 3});
  for (uint32_t number = 1; number <= 16; ++number) {
    const std::string axes = names[number - 1], record = spzExtension(0xADBE0003, number);
    CAPTURE(axes);
    const Cloud cloud = read(number % 2 == 0 ? 3 : 4, record, {.degree = 3});
    const bool z_up = number > 8;
    CHECK(cloud.file_up == (z_up ? up::kZ : up::kY));
    glm::vec3 sign;
    for (int c = 0; c < 3; ++c)
      sign[c] = std::string(z_up ? "RFU" : "RUB").find(axes[static_cast<std::size_t>(c)]) < 3 ? 1.0F : -1.0F;
    CHECK(glm::vec3(cloud.origin) == sign * glm::vec3(plain.origin));
    checkNear(cloud.splats[0].mixed,
              plain.splats[0].mixed * glm::vec3(sign.x * sign.y, sign.x * sign.z, sign.y * sign.z), 1e-6);
    for (std::size_t i = 0; i < 15; ++i) {
      float expected = coefficient(plain, 3 * (i + 1));
      for (const char* axis = odd[i]; *axis != 0; ++axis) expected *= sign[*axis - 'x'];
      CHECK(coefficient(cloud, 3 * (i + 1)) == expected);
    }
    CHECK(cloud.summary.ends_with(", up axis from \"axes " + axes + "\""));
    CHECK(read(4, record, {.up = -up::kZ}).file_up == -up::kZ);
    CHECK(read(4, record, {.up = -up::kZ}).origin == plain.origin);
  }
  const std::string others = spzExtension(0xADBE0002, 1) + spzExtension(0xADBE0003, 17) + "end";
  CHECK(read(4, others, {})
            .summary.ends_with("; ignored: extension 0xADBE0002, extension 0xADBE0003, 3 bytes after the splats"));
}

// Parts that affect the picture come first, then at most eight columns.
TEST_CASE("all_ignored_parts_of_a_file_are_listed") {
  std::string spz = spzContent(1, 3, 0), packed = packedPly(1, 0) + "end";
  spz[15] = 3;
  packed.insert(packed.find("property"), "property float min_w\n");
  packed.insert(packed.find("end_header") + 11, 4, '\0');
  const std::string many = plyText("x y z c0 c1 c2 c3 c4 c5 c6 c7 c8 c9", 1, "1 2 3 0 0 0 0 0 0 0 0 0 0\n");
  std::string version = plyText("x y z", 1, "1 2 3\n");
  version.replace(version.find("1.0"), 3, "2.0");
  const std::tuple<std::string, std::string> cases[] = {
      {withComment(many, "comment a: 1\ncomment b: 2"),
       "comment \"a: 1\", comment \"b: 2\", c0, c1, c2, c3, c4, c5, c6, c7, 2 more columns"},
      {version, "format version \"2.0\""},
      {binarySplats(2) + "end", "comment \"of no use\", 3 bytes after the elements, nx, f_test"},
      {packed, "property min_w, 3 bytes after the elements"},
      {spz, "reserved byte 3"}};
  for (const auto& [bytes, words] : cases) CHECK(readBytes("FILE", bytes).summary.ends_with("; ignored: " + words));
}

TEST_CASE("covering_and_invisible_elements_do_not_affect_the_view") {
  const auto row = [](const std::string& place, const std::string& opacity, const std::string& scales) {
    return place + " 0 0 0 " + opacity + " " + scales + " 1 0 0 0\n";
  };
  std::string seen, all;
  for (int i = 0; i < 20; ++i) {
    seen += row(std::to_string(0.3 * i) + " " + std::to_string(i % 7) + " 5", "3", "-2 -2 -2");
    all += seen.substr(seen.rfind('\n', seen.size() - 2) + 1);
    for (int hidden = 0; hidden < 8; ++hidden) all += row("90 0 0", "-20", "2 2 2");
  }
  const std::string covers = row("0 0 0", "3", "40 40 40") + row("1 0 5", "3", "11 -9 -9");
  Cloud one = readPlyText(plyText(kShape, 20, seen)), padded = readPlyText(plyText(kShape, 182, all + covers));
  CHECK(padded.summary.ends_with("; 2 rows skipped (so large that they cover the picture)"));
  one.fit(kMiddle, kRadius);
  padded.fit(kMiddle, kRadius);
  REQUIRE(padded.count() == 180);
  for (std::size_t i = 0; i < 20; ++i) CHECK(padded.positions[9 * i] == one.positions[i]);
  // Distant elements can be large.
  CHECK(readPlyText(plyText(kShape, 21, seen + row("1e9 0 0", "3", "11 11 11"))).count() == 21);
  const std::string both = row("0 0 0", "3", "40 40 40") + row("1 0 0", "3", "40 40 40");
  checkRefusal(errorOf([&] { readPlyText(plyText(kShape, 2, both)); }), "",
               "all elements were skipped; 2 rows skipped (so large that they cover the picture)");
}

TEST_CASE("small_antialiased_splats_fade") {
  const auto read = [](const std::string& scale, const std::string& comment) {
    std::string rows;
    for (int i = 0; i < 100; ++i)
      rows += std::to_string(i / 10) + " " + std::to_string(i % 10) + " 0 1.7 1.7 1.7 4 " + scale + " 1 0 0 0\n";
    Cloud cloud = readPlyText(withComment(plyText(kShape, 100, rows), comment));
    cloud.fit(kMiddle, kRadius);
    return cloud;
  };
  const std::string mode = "comment SplatRenderMode: ";
  CHECK(read("-1 -1 -1", mode + "mip").summary == "100 splats, colours from f_dc, trained antialiased");
  CHECK(read("-1 -1 -1", mode + "default\ncomment antialiased 0").summary == "100 splats, colours from f_dc");
  std::string spz = spzContent(1, 3, 0);
  spz[14] = 7;
  CHECK(readBytes("FILE.spz", spz).summary == "1 splat, trained antialiased; ignored: flags 4");
  test::onDrawingDevices([&](gpu::Device& device) {
    Sorters sorters(device);
    const auto draw = [&](const char* scale, const std::string& comment) {
      SceneInfo info = test::sceneOf("splats", 100);
      info.cloud = std::make_shared<const Cloud>(read(scale, comment));
      return test::Drawing(sorters, info).draw(true, 1).picture;
    };
    const Picture faded = draw("-20 -20 -20", "comment antialiased 1");
    CHECK(std::ranges::all_of(faded.rgba, [](uint8_t byte) { return byte < 3 || byte == 255; }));
    CHECK(test::differing(faded, draw("-inf -inf -inf", mode + "mip")) == 0);
    CHECK(test::differing(draw("-20 -20 -20", "comment"), draw("-20 -20 -20", mode + "mip")) > 100);
    CHECK(test::differing(draw("2 2 2", "comment"), draw("2 2 2", mode + "mip")) < 2000);
  });
}
