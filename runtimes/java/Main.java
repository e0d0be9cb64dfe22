// SPDX-License-Identifier: BSL-1.0

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A runtime of Tollgate: threads, queues, fork and join, and virtual threads where there are some.
 * The protocol is in docs/other_runtimes.md.
 */
public final class Main {
    private static final int FIGURES = 3;
    private static final int MOST_MEMBERS = 1_000_000;

    private final List<OfferedCase> cases = OfferedCases.all();

    private Main() {}

    public static void main(String[] arguments) throws IOException {
        Main runtime = new Main();
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.US_ASCII);
        BufferedReader in =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            out.print(runtime.answer(line) + "\n");
            out.flush();
        }
    }

    private String answer(String line) {
        String[] words = line.split(" ", -1);
        if (line.equals("hello 1")) {
            return OfferedCases.greeting(cases);
        }
        if (words[0].equals("hello")) {
            return "error this runtime speaks version 1 of the protocol";
        }
        if (words[0].equals("run") && words.length > 1) {
            return answerRun(words);
        }
        return error("this is no request: " + line);
    }

    private String answerRun(String[] words) {
        for (OfferedCase offered : cases) {
            if (offered.name().equals(words[1])) {
                return answerBatch(offered, words);
            }
        }
        return error("there is no case " + words[1]);
    }

    private static String answerBatch(OfferedCase offered, String[] words) {
        try {
            Batch asked = readBatch(offered, words);
            Batch.Outcome done = offered.work().run(asked);
            return "ran " + asked.operations() + " " + done.elapsed() + " " + done.cpu() + " "
                    + done.arrived().received() + " " + done.arrived().sum();
        } catch (Exception | Error failure) {
            // The refusal of a thread by the system is an Error.
            return error(failure.getMessage() == null ? failure.toString() : failure.getMessage());
        }
    }

    /** run NAME OPERATIONS WARMUP FIRST, and the number of members if there is one. */
    private static Batch readBatch(OfferedCase offered, String[] words) {
        boolean isRing = !offered.members().isEmpty();
        int expected = 2 + FIGURES + (isRing ? 1 : 0);
        if (words.length != expected) {
            throw new IllegalArgumentException(offered.name() + " has " + (expected - 2)
                    + " arguments");
        }
        long members = isRing ? readMembers(offered.members(), words[expected - 1]) : 1;
        Batch asked = new Batch(number(words[2]), number(words[3]), number(words[4]), members);
        if (asked.operations() % members != 0 || asked.warmup() % members != 0) {
            throw new IllegalArgumentException("the operations are no multiple of " + members);
        }
        return asked;
    }

    private static long readMembers(String parameter, String word) {
        String prefix = parameter + ":";
        long members = word.startsWith(prefix) ? number(word.substring(prefix.length())) : 0;
        if (members < 1 || members > MOST_MEMBERS) {
            throw new IllegalArgumentException("this is no number of " + parameter + ": " + word);
        }
        return members;
    }

    private static long number(String word) {
        if (!word.matches("[0-9]{1,18}")) {
            throw new IllegalArgumentException("this is no number: " + word);
        }
        return Long.parseLong(word);
    }

    /** One line of printable ASCII. */
    private static String error(String why) {
        String text = why.replaceAll("[^ -~]", "?");
        int longest = 190;
        return "error " + (text.length() > longest ? text.substring(0, longest) : text);
    }
}
