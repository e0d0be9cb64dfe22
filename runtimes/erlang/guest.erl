%% SPDX-License-Identifier: BSL-1.0
%% The guest `erlang`: the protocol of docs/guests.md. The loops that are measured are in
%% guest_loops.erl.
-module(guest).
-export([main/0]).

-define(MOST_MEMBERS, 1000000).
-define(LONGEST_TEXT, 190).

notes() ->
    ["a process has a heap of its own, which is collected by itself, and is preempted after some"
     " thousand calls; here all processes share one scheduler (+S 1:1)",
     "to yield is erlang:yield(): the process goes behind all others of its priority",
     "a message is copied to the heap of its receiver",
     "mailboxes have no bound; in the stream of the timeouts the receiver acknowledges each"
     " message, so that every receive waits",
     "its CPU time comes in whole milliseconds, and its timers count milliseconds"].

%% Name, text of the greeting, the parameter that has the number of members, loop.
cases() ->
    [{"yield", "fiber/yield 1 fibers:* = one erlang:yield() in a ring of processes",
      "fibers:", fun guest_loops:yields/1},
     {"create_join", "fiber/create_join 1 = one spawn_monitor, and the process's end",
      none, fun guest_loops:create_joins/1},
     {"pingpong", "queue/pingpong 1 between:tasks capacity:unbounded = one hand-off: half a round"
      " trip between two mailboxes", none, fun guest_loops:pingpong/1},
     {"baseline", "timeout/baseline 1 = one message, received and acknowledged",
      none, fun guest_loops:plain_receives/1},
     {"timeout", "timeout/timeout 1 = one message, received (after 10 s: none) and acknowledged",
      none, fun guest_loops:receives_with_timeout/1},
     {"sleep", "sleep/timeout_lateness 1 slice_ms:2 expected_ns:2000000 = one receive after 2 ms",
      none, fun guest_loops:sleeps/1}].

main() ->
    case io:get_line("") of
        Line when is_list(Line) ->
            answer(string:lexemes(Line, " \r\n")),
            main();
        _EndOfInput ->
            halt(0)
    end.

answer(["hello", "1"]) ->
    io:put_chars([greeting(), "ready\n"]);
answer(["hello" | _]) ->
    io:put_chars("error this guest speaks version 1 of the protocol\n");
answer(["run", Name | Words]) ->
    try run(lists:keyfind(Name, 1, cases()), Words) of
        Figures -> io:put_chars(["ran", [[" ", integer_to_list(F)] || F <- Figures], "\n"])
    catch
        _:Reason -> io:put_chars(["error ", printable(Reason), "\n"])
    end;
answer(_) ->
    io:put_chars("error this guest knows hello and run\n").

greeting() ->
    [io_lib:format("guest 1 erlang OTP ~s, ERTS ~s~n",
                   [erlang:system_info(otp_release), erlang:system_info(version)]),
     [["note ", Note, "\n"] || Note <- notes()],
     [["case ", Name, " ", Text, "\n"] || {Name, Text, _, _} <- cases()]].

run(false, _) ->
    error(no_such_case);
run({_, _, Parameter, Loop}, [Operations, WarmUp, First | Rest]) ->
    Asked = {number(Operations), number(WarmUp), number(First), members(Parameter, Rest)},
    are_laps(Asked) orelse error(no_multiple_of_the_members),
    {Elapsed, Cpu, Received, Sum} = alone(fun() -> Loop(Asked) end),
    [element(1, Asked), Elapsed, Cpu, Received, Sum];
run(_, _) ->
    error(numbers_are_missing).

%% The runtime has integers of any length; the answer must fit into 63 bits.
number(Word) ->
    case lists:all(fun(Digit) -> Digit >= $0 andalso Digit =< $9 end, Word) of
        true when length(Word) =< 18 -> list_to_integer(Word);
        _ -> error({no_number, Word})
    end.

members(none, []) ->
    1;
members(Parameter, [Word]) when Parameter =/= none ->
    case string:prefix(Word, Parameter) of
        nomatch -> error({parameter_missing, Parameter});
        Number -> between_1_and(?MOST_MEMBERS, number(Number))
    end;
members(_, Words) ->
    error({wrong_parameters, Words}).

are_laps({Operations, WarmUp, _, Members}) ->
    Operations rem Members =:= 0 andalso WarmUp rem Members =:= 0.

between_1_and(Most, Number) when Number >= 1, Number =< Most ->
    Number;
between_1_and(_, Number) ->
    error({wrong_number_of_members, Number}).

%% One short line of ASCII.
printable(Reason) ->
    Text = lists:flatten(io_lib:format("~0p", [Reason])),
    [case Char of
         _ when Char >= $\s, Char =< $~ -> Char;
         _ -> $?
     end || Char <- lists:sublist(Text, ?LONGEST_TEXT)].

%% Works in a process of its own: its mailbox is empty, and its end is noticed.
alone(Work) ->
    {Process, Monitor} = spawn_monitor(fun() -> exit({did, Work()}) end),
    receive
        {'DOWN', Monitor, process, Process, {did, Outcome}} -> Outcome;
        {'DOWN', Monitor, process, Process, Reason} -> error({failed, Reason})
    end.
