"""The kernel: the rules of the engine as plain functions on flat records, compiled to C where there is a compiler."""
