uint scatteredKey(uint index) { return index * 2654435769u; }
