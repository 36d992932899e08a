# Unit tests of this floor.
