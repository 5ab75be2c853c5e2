"""`horta admin`: look after tables, persons, quotas and reports, also while people play."""
