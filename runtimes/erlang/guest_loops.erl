%% SPDX-License-Identifier: BSL-1.0
%% The loops that are measured. Each loop gets {Operations, WarmUp, First, Members} and returns
%% {Elapsed, Cpu, Received, Sum}.
-module(guest_loops).
-export([yields/1, create_joins/1, pingpong/1, plain_receives/1, receives_with_timeout/1,
         sleeps/1]).

-define(NEVER_REACHED, 10000).
-define(SLICE, 2).

%% The reading of the monotonic clock is the inner one.
read_at_start() ->
    {Cpu, _} = erlang:statistics(runtime),
    {erlang:monotonic_time(nanosecond), Cpu}.

read_at_end() ->
    Wall = erlang:monotonic_time(nanosecond),
    {Cpu, _} = erlang:statistics(runtime),
    {Wall, Cpu}.

outcome({Wall, Cpu}, {WallAtEnd, CpuAtEnd}, Received, Sum) ->
    {WallAtEnd - Wall, (CpuAtEnd - Cpu) * 1000000, Received, Sum}.

%% For a loop of one process: Part(Times, Number, Received, Sum) returns {Received, Sum}. The number
%% is that of the first operation; a loop whose numbers come in messages does not need it.
in_two_parts({Operations, WarmUp, First, _}, Part) ->
    {Received, Sum} = Part(WarmUp, First, 0, 0),
    Start = read_at_start(),
    {ReceivedInAll, SumInAll} = Part(Operations, First + WarmUp, Received, Sum),
    outcome(Start, read_at_end(), ReceivedInAll, SumInAll).

%% A ring. The scheduler resumes processes of one priority in the order of their yields, so that
%% process 0 has its turn when all others had theirs: it alone reads the clocks. By its priority
%% their maker has made all before the first of them runs.
yields({Operations, WarmUp, First, Members}) ->
    process_flag(priority, high),
    Self = self(),
    Laps = {WarmUp div Members, Operations div Members},
    Ring = [spawn_link(fun() -> Self ! {self(), take_turns(Laps, First, Member, Members)} end)
            || Member <- lists:seq(0, Members - 1)],
    Done = [receive {Process, Taken} -> Taken end || Process <- Ring],
    {Start, End, _, _} = hd(Done),
    outcome(Start, End, lists:sum([Received || {_, _, Received, _} <- Done]),
            lists:sum([Sum || {_, _, _, Sum} <- Done])).

take_turns({WarmLaps, Laps}, First, Member, Members) ->
    {Received, Sum} = turns(WarmLaps, First + Member, Members, 0, 0),
    Start = of_first(Member, fun read_at_start/0),
    Number = First + Member + WarmLaps * Members,
    {ReceivedInAll, SumInAll} = turns(Laps, Number, Members, Received, Sum),
    {Start, of_first(Member, fun read_at_end/0), ReceivedInAll, SumInAll}.

of_first(0, Read) -> Read();
of_first(_, _) -> none.

turns(0, _, _, Received, Sum) ->
    {Received, Sum};
turns(Left, Number, Members, Received, Sum) ->
    erlang:yield(),
    turns(Left - 1, Number + Members, Members, Received + 1, Sum + Number).

%% The process gives its number back as the reason of its end.
create_joins(Asked) ->
    in_two_parts(Asked, fun make_and_join/4).

make_and_join(0, _, Received, Sum) ->
    {Received, Sum};
make_and_join(Left, Number, Received, Sum) ->
    {Process, Monitor} = spawn_monitor(fun() -> exit({back, Number}) end),
    receive
        {'DOWN', Monitor, process, Process, {back, Back}} ->
            make_and_join(Left - 1, Number + 1, Received + 1, Sum + Back)
    end.

%% The process that has the message reads the clock where its number ends the warm-up, or the batch.
pingpong({Operations, WarmUp, First, _}) ->
    Self = self(),
    Ends = {First + WarmUp, First + WarmUp + Operations},
    Other = spawn_link(fun() -> Self ! {played, play(Self, Ends, [], 0, 0)} end),
    Mine = serve(Other, First, Ends),
    {Marks, Received, Sum} = receive {played, Theirs} -> add(Mine, Theirs) end,
    outcome(proplists:get_value(start, Marks), proplists:get_value(finish, Marks), Received, Sum).

add({Marks, Received, Sum}, {OtherMarks, OtherReceived, OtherSum}) ->
    {Marks ++ OtherMarks, Received + OtherReceived, Sum + OtherSum}.

serve(Other, First, Ends) ->
    case hand_over(Other, First, Ends, []) of
        {go_on, Marks} -> play(Other, Ends, Marks, 0, 0);
        {over, Marks} -> {Marks, 0, 0}
    end.

play(Other, Ends, Marks, Received, Sum) ->
    receive
        {message, Number} ->
            case hand_over(Other, Number + 1, Ends, Marks) of
                {go_on, Later} -> play(Other, Ends, Later, Received + 1, Sum + Number);
                {over, Later} -> {Later, Received + 1, Sum + Number}
            end;
        over ->
            {Marks, Received, Sum}
    end.

hand_over(Other, Next, {_, Last} = Ends, Marks) when Next =:= Last ->
    Finish = read_at_end(),
    Other ! over,
    {over, [{finish, Finish} | start_mark(Ends, Finish)] ++ Marks};
hand_over(Other, Next, {WarmEnd, _}, Marks) when Next =:= WarmEnd ->
    Start = read_at_start(),
    Other ! {message, Next},
    {go_on, [{start, Start} | Marks]};
hand_over(Other, Next, _, Marks) ->
    Other ! {message, Next},
    {go_on, Marks}.

%% Without timed operations the warm-up and the batch end at once.
start_mark({Last, Last}, Finish) -> [{start, Finish}];
start_mark(_, _) -> [].

%% A stream. Without the acknowledgement the sender would fill the mailbox, and hardly any receive
%% would wait: the timeout of a receive that need not wait costs nothing.
plain_receives(Asked) ->
    stream(Asked, fun receive_plainly/4).

receives_with_timeout(Asked) ->
    stream(Asked, fun receive_with_timeout/4).

stream({Operations, WarmUp, First, _} = Asked, Receive) ->
    Self = self(),
    spawn_link(fun() -> send_all(Self, First, First + WarmUp + Operations) end),
    in_two_parts(Asked, Receive).

send_all(_, End, End) ->
    ok;
send_all(To, Number, End) ->
    To ! {self(), Number},
    receive taken -> send_all(To, Number + 1, End) end.

receive_plainly(0, _, Received, Sum) ->
    {Received, Sum};
receive_plainly(Left, First, Received, Sum) ->
    receive
        {From, Number} ->
            From ! taken,
            receive_plainly(Left - 1, First, Received + 1, Sum + Number)
    end.

receive_with_timeout(0, _, Received, Sum) ->
    {Received, Sum};
receive_with_timeout(Left, First, Received, Sum) ->
    receive
        {From, Number} ->
            From ! taken,
            receive_with_timeout(Left - 1, First, Received + 1, Sum + Number)
    after ?NEVER_REACHED ->
        exit(a_receive_timed_out)
    end.

sleeps(Asked) ->
    in_two_parts(Asked, fun sleep_often/4).

sleep_often(0, _, Received, Sum) ->
    {Received, Sum};
sleep_often(Left, Number, Received, Sum) ->
    receive after ?SLICE -> ok end,
    sleep_often(Left - 1, Number + 1, Received + 1, Sum + Number).
