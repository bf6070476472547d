"""The budgets of the prop, measured (`make bench`): ratios in one run, nothing is asserted."""
