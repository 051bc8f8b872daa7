// Gecode as a rival over models of linear sums, all_different, distances, tables and automata: reads a model a line, looks for all of its solutions or the first one, and writes a
// line of numbers for each: solutions, nodes, dead ends, and the seconds of processor time that the search took.
//
//     g++ -O2 -DNDEBUG -o gecode_models rivals/gecode_models.cpp -lgecodeint -lgecodesearch -lgecodekernel -lgecodesupport
//
// A line has words, which src/models.rs writes:
//
//     level value|domain  order input|first-fail|dom-wdeg  find all|first
//     variables n, then n times: least greatest
//     branch n, then n numbers of variables, from 0
//     constraints n, then n times one of
//         different n, then n times: offset variable
//         equal|at-most|unequal n, then n times: factor variable; then the constant
//         distance 3, then two variables and that of the absolute value of their difference
//         table m, then n and n variables, then m times n values
//         regular start m, then m times: from value to; then n and n accepting states; then n and n variables
//
// all_different is distinct at that level, with offset views, so that no auxiliary variable is needed. Sums are bounds
// consistent, but for equalities of two terms, which are domain consistent as residua's are, and so are distances at level domain, by
// a difference that is a variable of its own. The least value is tried first. dom-wdeg is Gecode's size by accumulated failure count.
// A search that has taken GECODE_SECONDS of processor time, 10 unless the environment says otherwise, is stopped: "-" and the seconds.
// The clock starts after the model has been propagated.

#include <gecode/int.hh>
#include <gecode/search.hh>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

using namespace Gecode;

class Problem : public Space {
public:
    IntVarArray vars;
    bool is_first = false;

    explicit Problem(std::istream& in) {
        std::string word, level, order, find;
        in >> word >> level >> word >> order >> word >> find;
        is_first = find == "first";
        const int count = number(in);
        IntVarArgs all;
        for (int i = 0; i < count; i++) {
            int least = 0, greatest = 0;
            in >> least >> greatest;
            all << IntVar(*this, least, greatest);
        }
        vars = IntVarArray(*this, all);
        IntVarArgs decided;
        for (int left = number(in); left > 0; left--) decided << variable(in);
        for (int left = number(in); left > 0; left--) constraint(in, level == "domain" ? IPL_DOM : IPL_VAL);
        if (!in) throw std::runtime_error("a line breaks off");
        if (order == "dom-wdeg")
            branch(*this, decided, INT_VAR_AFC_SIZE_MAX(), INT_VAL_MIN());
        else
            branch(*this, decided, order == "first-fail" ? INT_VAR_SIZE_MIN() : INT_VAR_NONE(), INT_VAL_MIN());
    }

    Problem(Problem& other) : Space(other) { vars.update(*this, other.vars); }

    Space* copy() override { return new Problem(*this); }

private:
    // What stands after a word that names it.
    static int number(std::istream& in) {
        std::string word;
        int number = 0;
        in >> word >> number;
        return number;
    }

    IntVar variable(std::istream& in) {
        int index = -1;
        in >> index;
        if (!in || index < 0 || index >= vars.size()) throw std::runtime_error("no such variable");
        return vars[index];
    }

    static int next(std::istream& in) {
        int number = 0;
        in >> number;
        return number;
    }

    IntVarArgs scope_of(std::istream& in) {
        IntVarArgs scope;
        for (int left = next(in); left > 0; left--) scope << variable(in);
        return scope;
    }

    void distance(std::istream& in, IntPropLevel level) {
        const IntVarArgs scope = scope_of(in);
        const int widest = scope[0].max() - scope[1].min(), least = scope[0].min() - scope[1].max();
        IntVar difference(*this, least, widest);
        const IntPropLevel strength = level == IPL_DOM ? IPL_DOM : IPL_BND;
        linear(*this, IntArgs({1, -1, -1}), IntVarArgs({scope[0], scope[1], difference}), IRT_EQ, 0, strength);
        abs(*this, difference, scope[2], strength);
    }

    void table(std::istream& in) {
        const int rows = next(in);
        const IntVarArgs scope = scope_of(in);
        TupleSet tuples(scope.size());
        for (int row = 0; row < rows; row++) {
            IntArgs tuple;
            for (int column = 0; column < scope.size(); column++) tuple << next(in);
            tuples.add(tuple);
        }
        tuples.finalize();
        extensional(*this, scope, tuples);
    }

    void regular(std::istream& in) {
        const int start = next(in);
        const int count = next(in);
        std::vector<DFA::Transition> transitions;
        for (int i = 0; i < count; i++) {
            const int from = next(in), value = next(in), to = next(in);
            transitions.push_back(DFA::Transition(from, value, to));
        }
        transitions.push_back(DFA::Transition(-1, 0, 0));
        std::vector<int> ends;
        for (int left = next(in); left > 0; left--) ends.push_back(next(in));
        ends.push_back(-1);
        DFA automaton(start, transitions.data(), ends.data());
        extensional(*this, scope_of(in), automaton);
    }

    void constraint(std::istream& in, IntPropLevel level) {
        std::string kind;
        in >> kind;
        if (kind == "distance") return distance(in, level);
        if (kind == "table") return table(in);
        if (kind == "regular") return regular(in);
        int count = 0;
        in >> count;
        IntArgs numbers;
        IntVarArgs scope;
        for (int i = 0; i < count; i++) {
            int given = 0;
            in >> given;
            numbers << given;
            scope << variable(in);
        }
        if (kind == "different") {
            bool shifted = false;
            for (int i = 0; i < count; i++) shifted |= numbers[i] != 0;
            if (shifted)
                distinct(*this, numbers, scope, level);
            else
                distinct(*this, scope, level);
            return;
        }
        int constant = 0;
        in >> constant;
        const IntRelType relation = kind == "equal" ? IRT_EQ : kind == "at-most" ? IRT_LQ : IRT_NQ;
        linear(*this, numbers, scope, relation, constant, count == 2 ? IPL_DOM : IPL_BND);
    }
};

// Stops a search after so many seconds of processor time; looks at the clock once in a thousand nodes.
class Limit : public Search::Stop {
public:
    explicit Limit(double seconds) : seconds(seconds), start(std::clock()) {}

    bool stop(const Search::Statistics&, const Search::Options&) override {
        return ++calls % 1000 == 0 && static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC > seconds;
    }

private:
    double seconds;
    std::clock_t start;
    unsigned long calls = 0;
};

int main() {
    std::ios::sync_with_stdio(false);
    std::string line;
    while (std::getline(std::cin, line)) {
        std::istringstream in(line);
        std::unique_ptr<Problem> problem(new Problem(in));
        problem->status();
        const auto start = std::clock();
        const char* given = std::getenv("GECODE_SECONDS");
        Limit limit(given ? std::atof(given) : 10.0);
        Search::Options options;
        options.stop = &limit;
        const bool is_first = problem->is_first;
        DFS<Problem> search(problem.get(), options);
        long found = 0;
        while (Problem* solution = search.next()) {
            delete solution;
            found++;
            if (is_first) break;
        }
        const double taken = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
        if (search.stopped()) {
            std::cout << "- " << taken << std::endl;
            continue;
        }
        const Search::Statistics statistics = search.statistics();
        std::cout << found << ' ' << statistics.node << ' ' << statistics.fail << ' ' << taken << std::endl;
    }
}
