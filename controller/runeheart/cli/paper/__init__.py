"""A printed set on paper: art, cards, pieces, sheets to read, and the book they make (H-001 … H-010)."""
