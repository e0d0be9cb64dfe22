// SPDX-License-Identifier: BSL-1.0

/**
 * A case of this runtime. The parameters of its name have a blank before each; members is the
 * parameter that has the number of members, or empty.
 */
record OfferedCase(
        String name,
        String question,
        int threads,
        String parameters,
        String members,
        String unit,
        Batch.Work work) {

    /** Its line in the greeting. */
    String line() {
        String star = members.isEmpty() ? "" : " " + members + ":*";
        return "case " + name + " " + question + " " + threads + parameters + star + " = " + unit;
    }
}
