"""The virtual prop: mock pins, a model of the OLED and a page that shows both, under the real drivers."""
