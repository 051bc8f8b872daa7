% n queens for SWI-Prolog with library(clpfd), all solutions counted by failing back into the search.
% Run by: swipl -O -g main -t halt queens_swi.pl -- N

:- use_module(library(clpfd)).

main :-
    current_prolog_flag(argv, Arguments),
    last(Arguments, Text),
    atom_number(Text, N),
    aggregate_all(count, (queens(N, Queens), labeling([ff], Queens)), Count),
    writeln(Count).

queens(N, Queens) :-
    length(Queens, N),
    Queens ins 1..N,
    safe(Queens).

safe([]).
safe([Queen|Queens]) :-
    apart(Queens, Queen, 1),
    safe(Queens).

apart([], _, _).
apart([Other|Others], Queen, Rows) :-
    Queen #\= Other,
    Queen #\= Other + Rows,
    Queen #\= Other - Rows,
    Next is Rows + 1,
    apart(Others, Queen, Next).
