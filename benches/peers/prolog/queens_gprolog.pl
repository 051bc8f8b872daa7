% n queens for GNU Prolog, all solutions counted by failing back into the search.
% Compiled by: gplc --no-top-level -o queens queens_gprolog.pl
% Run by:      ./queens N

:- initialization(main).

main :-
    argument_value(1, Text),
    number_atom(N, Text),
    g_assign(count, 0),
    (   queens(N, Queens), fd_labelingff(Queens), g_inc(count), fail
    ;   true
    ),
    g_read(count, Count),
    write(Count), nl.

queens(N, Queens) :-
    length(Queens, N),
    fd_domain(Queens, 1, N),
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
