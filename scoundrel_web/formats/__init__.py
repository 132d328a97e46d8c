"""How languages write dates, where it is otherwise than Django has it: a folder for each."""
