#include "window_options.h"

#include <CLI/CLI.hpp>

namespace particles {
namespace {

void setAlgorithm(StepsOptions& target, const std::string& text) {
  for (const auto algorithm : {steps::Algorithm::bitonic, steps::Algorithm::radix})
    if (text == steps::name(algorithm)) target.algorithm = algorithm;
  if (!target.algorithm || text != steps::name(*target.algorithm)) refuse("--steps", "bitonic or radix", text);
}

void setStep(StepsOptions& target, const std::string& text) {
  const auto value = decimal(text, 1000.0F);
  if (!value || *value < 0.0F) refuse("--step", "a number of steps from 0 to 1000", text);
  target.step = static_cast<double>(*value);
}

void setScale(std::optional<float>& target, const std::string& text) {
  const auto value = decimal(text, 8.0F);
  if (!value || *value < 0.5F) refuse("--scale", "a number from 0.5 to 8", text);
  target = *value;
}

}  // namespace

void declareWindow(CLI::App& app, Options& options) {
  app.option_defaults()->group("Sorting step by step, and the window");
  addWord(
      app, "--steps", "bitonic|radix", [&](const std::string& text) { setAlgorithm(options.steps, text); },
      "Show how a short list is sorted. Offscreen: a picture of one step");
  addWord(
      app, "--step", "N", [&](const std::string& text) { setStep(options.steps, text); },
      "Steps that are done; 4.5 is half of the fifth. Default: 0");
  addNumber(
      app, "--elements", steps::kFewestElements, steps::kMostElements,
      [&](uint32_t count) { options.steps.elements = count; }, "Elements of the list: 16 to 1024. Default: 64");
  addNumber(
      app, "--digit-bits", 1, steps::kMostDigitBits, [&](uint32_t bits) { options.steps.digit_bits = bits; },
      "Bits of a digit of the radix sort: 1 to 8. Default: 4");
  addWord(
      app, "--scale", "N", [&](const std::string& text) { setScale(options.scale, text); },
      "Size of text and controls: 0.5 to 8. Default: the display's; 1 offscreen");
  addFlag(app, "--log-controls", options.log_controls, "Print what the window's controls change, and where they are");
}

}  // namespace particles
