// Tables of points as programs write them: separators, names, comments, marks, and what is not understood.
#include "point_files.h"

using namespace particles;
using namespace test::points;
using test::errorOf;

TEST_CASE("tables_are_read_whatever_separates_their_columns") {
  const std::string files[] = {
      "1,2,3,255,0,51\n-1,-2.5,3e2,0,0,0\n\n",
      "x;y;z;r;g;b\n1;2;3;255;0;51\n-1;-2,5;300;0;0;0\n",
      "X\tY\tZ\tRed\tGreen\tBlue\n1\t2\t3\t255\t0\t51\n-1\t-2.5\t+300\t0\t0\t0\n",
      "x y z r g b\n  1   2\t 3  255 0 51 \r\n\r\n-1 -2.5 300 0 0 0\r\n",
      "\xef\xbb\xbf\"x\",\"y\",\"z\",\"R\",\"G\",\"B\"\n1,2,3,255,0,51\n-1,-2.5,+3.0E+2,0,0,0\n",
      "//X Y Z R G B\n2\n1 2 3 255 0 51\n-1 -2.5 300 0 0 0\n",
      "# made by hand\n#\n# x, y, z, diffuse_red, diffuse_green, diffuse_blue\n1,2,3,255,0,51,\n-1,-2.5,300,0,0,0,\n",
      "# x and y z are in metres\n1 2 3 255 0 51\n# the second\n-1 -2.5 300 0 0 0",
      "Point ID\tX\tY\tZ\tR\tG\tB\n1\t1\t2\t3\t255\t0\t51\n2\t-1\t-2.5\t300\t0\t0\t0\n",
      "name,b,g,r,z,y,x\nfirst,51,0,255,3,2,1\nsecond,0,0,0,300,-2.5,-1\n",
      "2\n1 2 3 -1000 255 0 51\n-1 -2.5 300 0 0 0 0\n",
      "1 2 3 255 0 51 0 0 1\n-1 -2.5 300 0 0 0 0 0 -1\n",
  };
  for (const std::string& file : files) {
    CAPTURE(file);
    const Cloud cloud = readTableText(file);
    REQUIRE(cloud.count() == 2);
    CHECK(cloud.discs);
    checkNear(placeOf(cloud, 0), {1.0, 2.0, 3.0}, 1e-9);
    checkNear(placeOf(cloud, 1), {-1.0, -2.5, 300.0}, 1e-9);
    checkNear(glm::vec3(colorOf(cloud, 0)), {1.0, 0.0, 0.2}, 1e-6);
    checkNear(glm::vec3(colorOf(cloud, 1)), {0.0, 0.0, 0.0}, 1e-6);
  }
  CHECK(readTableText(files[1]).summary.ends_with(", commas read as decimal points"));
  CHECK(readTableText(files[9]).summary.ends_with("; ignored: name"));
  CHECK(readTableText(files[10]).summary.ends_with(
      ", columns guessed to be x y z intensity red green blue; ignored: intensity"));
  CHECK(readTableText(gzipped(files[0])).count() == 2);
  // What is too small for a number is next to nothing.
  CHECK(readTableText("7,1e-400,2").origin.y == 0.0);
  CHECK(readBytes("FILE.XYZ", ".5 +.25 1.\n").origin == glm::dvec3(0.5, 0.25, 1.0));
}

TEST_CASE("tables_may_have_splats") {
  const Cloud cloud = readTableText(
      "x,y,z,scale_0,scale_1,scale_2,rot_0,rot_1,rot_2,rot_3,f_dc_0,f_dc_1,f_dc_2,opacity\n"
      "1.5,-2.5,3.5,-1,-2,-3,0.7,0.5,-0.5,0.1,-0.4,0.2,0.9,0.3\n");
  CHECK(cloud.summary == "1 splat, colours from f_dc");
  checkSplat(cloud, 0);
}

TEST_CASE("colours_are_recognised_by_their_values") {
  struct Case {
    const char* file;
    glm::dvec3 first;
    const char* summary;
  };
  const Case cases[] = {
      {"x,y,z,r,g,b\n0,0,0,1,0.5,0\n1,0,0,0,1,0\n",
       {1, 0.5, 0},
       "2 points, colours from red, green and blue (guessed to be 0 to 1)"},
      {"x,y,z,r,g,b\n0,0,0,1,0.5,0\n1,0,0,0,1.5,0\n1,0,0,1,1,1\n",
       {1, 0.5, 0},
       "3 points, colours from red, green and blue (guessed to be 0 to 1)"},
      {"x,y,z,r,g,b\n0,0,0,255,51.0,0\n1,0,0,0,1,0\n",
       {1, 0.2, 0},
       "2 points, colours from red, green and blue (guessed to be 0 to 255)"},
      {"x,y,z,r,g,b\n0,0,0,65535,13107,0\n1,0,0,0,999,0\n",
       {1, 0.2, 0},
       "2 points, colours from red, green and blue (guessed to be 0 to 65535)"},
      {"x,y,z,r,g,b\n0,0,0,65535,13107,0\n1,0,0,100,90,80\n",
       {1, 0.2, 0},
       "2 points, colours from red, green and blue (guessed to be 0 to 65535)"},
      {"x,y,z,intensity\n0,0,0,300\n1,0,0,100\n2,0,0,200\n",
       {1, 1, 1},
       "3 points, colours from intensity (black to white is 150 to 250)"},
      {"x,y,z,Scalar_Intensity\n0,0,0,7\n1,0,0,7\n",
       {1, 1, 1},
       "2 points, colours from intensity (black to white is 7 to 7)"},
      {"x,y,z,red\n0,0,0,7\n", glm::vec3(kUncolored), "1 point, no colours: grey; ignored: red"},
      {"0 0 0 0.6 -0.8 0\n", glm::vec3(kUncolored),
       "1 point, grey: the columns behind x, y and z are below 0, so guessed to be no colours, columns guessed to be x "
       "y z red green blue"},
  };
  for (const auto& [file, first, summary] : cases) {
    CAPTURE(file);
    const Cloud cloud = readTableText(file);
    checkNear(glm::vec3(colorOf(cloud, 0)), first, 0.003);
    CHECK(cloud.summary == summary);
  }
  // The same of a PLY file, whose floats say nothing either.
  for (const auto& [value, white] : {std::pair{"0.2", "1"}, {"51", "255"}, {"13107", "65535"}}) {
    CAPTURE(white);
    const std::string rows = std::string("1 2 3 ") + value + " 0 0\n4 5 6 0 0 " + white + "\n";
    CHECK(colorOf(readPlyText(plyText("x y z red green blue", 2, rows)), 0).r == doctest::Approx(0.2));
    CHECK(colorOf(readPlyText(plyText("x y z diffuse_red diffuse_green diffuse_blue", 2, rows)), 0).r ==
          doctest::Approx(0.2));
  }
}

TEST_CASE("tables_that_are_not_understood_are_refused_with_their_line") {
  const std::tuple<std::string, std::string, const char*> cases[] = {
      {"", "line 0", "without an element"},
      {"x,y,z\n", "line 1", "without an element"},
      {"1,2\n", "line 1", "at least 3"},
      {"x,y\n1,2\n", "line 2", "\"z\""},
      {"a,b,c\n1,2,3\n", "line 1", "\"x\""},
      {"1,2,3\n1,2,3,4\n", "line 2", "3 columns, not 4"},
      {"1,2,3\n1,2\n", "line 2", "3 columns, not 2"},
      {"1,2,3\n1,b,3\n", "line 2", "'b'"},
      {"3\n1 2 3\n4 5 6\n", "line 3", "cut short: it ends after 2 of 3"},
      {"x,y,z,X\n1,2,3,4\n", "line 2", "two columns \"x\""},
      {"x,y,z,red,green,blue,red\n1,2,3,4,5,6,7\n", "line 2", "two columns \"red\""},
      {"1,2,nan\n,1,2\n1,NA,2\n1,2,1.#QNAN\n", "", "nothing is left: of 4 rows none"},
      {std::string(70000, '1'), "line 1", "65536"},
  };
  for (const auto& [bytes, place, words] : cases) {
    CAPTURE(bytes.substr(0, 100));
    checkRefusal(errorOf([&, &file = bytes] { readTableText(file); }), place, words);
  }
}
