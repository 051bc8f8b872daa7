// Gecode as a rival over networks of all_different: reads a network a line, writes the number of its solutions a line.
//
//     g++ -O2 -o gecode rivals/gecode.cpp -lgecodeint -lgecodesearch -lgecodekernel -lgecodesupport
//
// A line has numbers: how many solutions to look for, seconds, cells, values, scopes; of each scope its size and its
// cells; then by cell its value, 0 for none. The answer is how many were found, or "-" if the time came first.
//
// distinct at domain consistency; the variable with the fewest values first, its least value first. Rules that
// stay from line to line are posted once and cloned, as residua's are made ready before the clock starts.

#include <gecode/int.hh>
#include <gecode/search.hh>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

using namespace Gecode;

class Grid : public Space {
public:
    IntVarArray cells;

    Grid(int size, int values, const std::vector<std::vector<int>>& scopes) : cells(*this, size, 1, values) {
        for (const auto& scope : scopes) {
            IntVarArgs vars;
            for (int cell : scope) vars << cells[cell];
            distinct(*this, vars, IPL_DOM);
        }
        branch(*this, cells, INT_VAR_SIZE_MIN(), INT_VAL_MIN());
    }

    Grid(Grid& other) : Space(other) { cells.update(*this, other.cells); }

    Space* copy() override { return new Grid(*this); }
};

int main() {
    std::ios::sync_with_stdio(false);
    std::string line, known;
    std::unique_ptr<Grid> rules;
    while (std::getline(std::cin, line)) {
        std::istringstream in(line);
        long most;
        double seconds;
        in >> most >> seconds;
        const auto start = in.tellg();
        int size, values, count;
        in >> size >> values >> count;
        std::vector<std::vector<int>> scopes(count);
        for (auto& scope : scopes) {
            int length;
            in >> length;
            scope.resize(length);
            for (int& cell : scope) in >> cell;
        }
        const std::string text = line.substr(start, in.tellg() - start);
        if (text != known) {
            rules.reset(new Grid(size, values, scopes));
            rules->status();
            known = text;
        }
        Grid* grid = static_cast<Grid*>(rules->clone());
        for (int cell = 0; cell < size; cell++) {
            int given;
            in >> given;
            if (given != 0) rel(*grid, grid->cells[cell], IRT_EQ, given);
        }
        Search::TimeStop stop(static_cast<unsigned long>(1000 * seconds));
        Search::Options options;
        options.stop = &stop;
        DFS<Grid> search(grid, options);
        delete grid;
        long found = 0;
        while (found < most) {
            Grid* solution = search.next();
            if (solution == nullptr) break;
            delete solution;
            found++;
        }
        if (found < most && search.stopped())
            std::cout << "-\n";
        else
            std::cout << found << "\n";
    }
}
