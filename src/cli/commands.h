/* The commands, each in the file of its name, and the options that several of them share. */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "cli/command.h"

extern const struct command command_add;
extern const struct command command_edit;
extern const struct command command_pause;
extern const struct command command_resume;
extern const struct command command_check;
extern const struct command command_watch;
extern const struct command command_serve;
extern const struct command command_schedule;
extern const struct command command_why;
extern const struct command command_demo;
extern const struct command command_diff;
extern const struct command command_page;
extern const struct command command_metrics;
extern const struct command command_patch;
extern const struct command command_list;
extern const struct command command_report;
extern const struct command command_log;
extern const struct command command_show;
extern const struct command command_seen;
extern const struct command command_tell;
extern const struct command command_dismiss;
extern const struct command command_remove;
extern const struct command command_user;
extern const struct command command_channel;
extern const struct command command_collection;
extern const struct command command_outbox;
extern const struct command command_push;
extern const struct command command_verify;
extern const struct command command_gc;
extern const struct command command_backup;
extern const struct command command_export;
extern const struct command command_import;
extern const struct command command_settings;
extern const struct command command_segment;
extern const struct command command_vidiff;
extern const struct command command_apply;
extern const struct command command_query;
extern const struct command command_importance;
extern const struct command command_judge;
extern const struct command command_simulate;
extern const struct command command_fragments;
extern const struct command command_sentinel;
extern const struct command command_content;
extern const struct command command_help;

/* All of them in the order of the manual, then NULL. */
extern const struct command *const commands[];

extern const struct option option_help;
extern const struct option option_version;
extern const struct option option_json;
extern const struct option option_output;
extern const struct option option_base;
extern const struct option option_color;

/* What is said of commands that take settings, and of settings as such. */
extern const char settings_help[];
extern const char settings_words[];

/* What the program is, in one line and in the paragraphs of the manual. */
extern const char program_summary[];
extern const char program_help[];
extern const char program_status[];

#endif
