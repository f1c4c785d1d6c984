"""From small Python to C: one function of the rules at a time, as text for Cython.

A function reads and changes the record (`s`) and reads the tables (`s.rules`, in C `t`). It has whole numbers, arrays
and rows. An array has a fixed size. A row is a tuple that is replaced whole by `appended`, `inserted`, `without` or
`changed`; in C it is an array with a count that is changed in place. A list that grows (`append`, `pop`) is a row too.
`emit` is left out. What a policy answers is a switch over the policies of its axis.

A form that is not listed in these modules is refused by name.
"""
