"""The search for fair decks: `make patterns`. Not part of the product; it writes `patterns_data.py` there."""
